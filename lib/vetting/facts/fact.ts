/** What a package does, one thing at one place. Facts are shown as they are; rules say which together are a finding. */
export const FACT_KINDS = [
  "contacts",
  "sends",
  "fetches-and-runs",
  "runs-decoded",
  "runs-text",
  "runs-program",
  "can-run-input",
  "reads-secrets",
  "reads-environment",
  "reads-private",
  "deletes",
  "starts-itself",
  "writes-agent-files",
  "opens-door",
  "opens-shell",
  "weakens",
  "adds-remote",
  "pushes",
  "discards-history",
  "installs",
  "disguises",
  "hides-text",
  "hides-order",
  "tells-to-run",
  "tells",
  "holds-secret",
  "holds-binary",
  "acts-on-opening",
  "not-read",
  "mines",
  "floods",
  "moves-money",
  "shadows-command",
  "loads",
  "holds-certificate",
  "looks-alike",
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** Where in the package something stands; paths and 1-based lines. */
export interface Spot {
  readonly file: string;
  readonly line: number;
}

/**
 * Where code stands, which says how much it means: `script` runs, `carried` stands in a file that a build, an editor or a
 * notebook runs, `skill` is an example or instruction in SKILL.md or in a document that it orders to be followed, `followed` one in
 * a document that SKILL.md names, `document` one in any other document or in a folder of tests, `quoted` one that a document warns
 * of.
 */
export const ORIGINS = ["script", "carried", "skill", "followed", "document", "quoted"] as const;
export type Origin = (typeof ORIGINS)[number];

export interface Fact extends Spot {
  readonly kind: FactKind;
  /** What it is done to, or where it goes, as written. */
  readonly object: string;
  readonly origin: Origin;
  /** What is known of it, in sorted words that rules ask for. */
  readonly traits: readonly string[];
  readonly evidence: string;
}
