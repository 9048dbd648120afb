export interface RunningPostgres {
  url(database: string): string;
  reused: boolean;
  pid?: number;
  stop(): Promise<void>;
}
export function startPostgres(directory: string, options?: { ephemeral?: boolean }): Promise<RunningPostgres>;
export function answers(port: number): Promise<boolean>;
export function freePort(): Promise<number>;
