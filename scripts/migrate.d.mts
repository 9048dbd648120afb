export const PRISMA_LOCK_KEY: number;
export function migrate(url: string, directory: string, limits?: { lockMs?: number }): Promise<number>;
