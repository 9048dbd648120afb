export function keepPostgres(
  directory: string,
  options?: {
    ephemeral?: boolean;
    say?: (line: string) => void;
    onGiveUp?: (name: string, reason: number | string) => void;
  },
): Promise<{
  url(database: string): string;
  reused: boolean;
  pid(): number;
  stop(): Promise<void>;
}>;
