export function bundlePrograms(entryPoints: string[], out: string): Promise<void>;
