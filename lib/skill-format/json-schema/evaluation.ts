/** The first place where a value does not match. `path` is like `rows[0].id`, "" for the value itself. */
export interface Mismatch {
  path: string;
  message: string;
}

/** One evaluation with a bounded number of steps. */
export interface Evaluation {
  /** Null for a match, otherwise where it fails. */
  match(schema: unknown, value: unknown, path: string): Mismatch | null;
  /** Whether a pattern is found in a text. */
  matchesPattern(pattern: string, text: string): boolean;
  /** Counts work done outside `match`, such as comparing values. */
  spend(steps: number): void;
}
