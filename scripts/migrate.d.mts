export function migrate(url: string, directory: string): Promise<number>;
