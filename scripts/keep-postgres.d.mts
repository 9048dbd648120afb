export function keepPostgres(
  directory: string,
  options?: {
    ephemeral?: boolean;
    say?: (line: string) => void;
  },
): Promise<{
  url(database: string): string;
  reused: boolean;
  pid(): number;
  stop(): Promise<void>;
}>;
