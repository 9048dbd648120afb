/** Ends a command with a sentence: 2 for what was asked wrongly or is not there yet, 1 for what failed. */
export class Stop extends Error {
  constructor(sentence: string, exitCode?: number);
  readonly exitCode: number;
}
export function explain(error: unknown): { sentence: string; exitCode: number } | null;
