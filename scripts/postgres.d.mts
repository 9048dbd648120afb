export interface RunningPostgres {
  url(database: string): string;
  port: number;
  pid: number;
  reused: boolean;
  ended: Promise<number | string>;
  stop(): Promise<void>;
}
export function startPostgres(
  directory: string,
  options?: { ephemeral?: boolean; port?: number; onLine?: (line: string) => void },
): Promise<RunningPostgres>;
