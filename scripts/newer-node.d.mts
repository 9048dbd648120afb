export const NODE_LINE: number;
export function decideNode(version: string): "goes-on" | "fetches" | "stops";
export function assertNewerNode(): Promise<void>;
