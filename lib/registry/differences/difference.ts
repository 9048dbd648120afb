/** The steps a version number can make, the least first. */
export const BUMPS = ["patch", "minor", "major"] as const;
export type Bump = (typeof BUMPS)[number];

/** What of a version can differ from the one before; price and payee stand only on record, of versions of before they were the skill's. */
export type DifferenceFact =
  | "name"
  | "publisher"
  | "price"
  | "payee"
  | "network"
  | "filesystem"
  | "subprocess"
  | "env_vars"
  | "allowed_tools"
  | "readOnlyHint"
  | "destructiveHint"
  | "idempotentHint"
  | "openWorldHint"
  | "image"
  | "entry_point"
  | "endpoint"
  | "call_pattern"
  | "dependencies"
  | "model"
  | "license"
  | "input_schema"
  | "output_schema"
  | "code"
  | "documents"
  | "instructions";

export interface Difference {
  fact: DifferenceFact;
  /** JSON text, or null where only the change itself is told. */
  before: string | null;
  after: string | null;
  /** The least step of the version number that may make this change. */
  needs: Bump;
}
