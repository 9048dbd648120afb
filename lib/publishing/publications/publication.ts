import type { FindingView } from "@/lib/registry/views";
import type { ExamplesTried, UnmatchedExample } from "@/lib/running/examples/try-examples";

export const LISTINGS = ["optimistic", "audit", "unverified"] as const;
/** How a version is to be listed: with a deposit, after an audit, or as it is. */
export type Listing = (typeof LISTINGS)[number];

export const VETTING_CHECKS = ["archive", "formats", "rules", "examples"] as const;

/** One check of vetting, as it stands. */
export interface VettingCheck {
  kind: (typeof VETTING_CHECKS)[number];
  /**
   * `warned`: it found something that is no obstacle by itself; `skipped`: it does not apply, or could not be
   * done here.
   */
  state: "waiting" | "running" | "passed" | "warned" | "failed" | "skipped";
  /** How long it took, in milliseconds; null until it is done. */
  ms: number | null;
  /** Why it was skipped; absent where it was not, and where an older process noted it. */
  reason?: "none" | "not_runnable" | "not_idempotent" | "no_sandbox";
  /** What was counted, for the sentence about it; of the examples also `RAN_AT`. */
  counts: Readonly<Record<string, number>>;
  /** Of the examples: those that did not give what they declare. Absent where an older process noted it. */
  unmatched?: readonly UnmatchedExample[];
}

/** When an example was first proven by an answer, in milliseconds of the epoch. */
export const RAN_AT = "ranAtMs";

export type VettingState = "none" | "queued" | "running" | "done" | "failed";
export type VettingOutcome = "approved" | "caution" | "rejected";

/** A package on its way, without its bytes. */
export interface PublicationFacts {
  id: string;
  fileName: string | null;
  packageDigest: string;
  slug: string;
  version: string;
  priceLamports: bigint | null;
  listing: Listing | null;
  vettingState: VettingState;
  vettingStatus: VettingOutcome | null;
  checks: VettingCheck[];
  findings: FindingView[];
  /** The key or the repository whose upload waits for its person; null for a person's own. */
  stagedBy: string | null;
  /** User name of the organisation that a new skill is to belong to; null for the account itself. */
  organisation: string | null;
  changedAt: Date;
}

/** When these bytes first gave a valid answer in the sandbox; each change of them begins vetting anew. */
export function ranAtOf({ checks }: Pick<PublicationFacts, "checks">): Date | null {
  const ranAt = checks.find(({ kind }) => kind === "examples")?.counts[RAN_AT];
  return ranAt === undefined ? null : new Date(ranAt);
}

/** What became of its examples; null until they were tried. */
export function examplesOf({ checks }: Pick<PublicationFacts, "checks">): ExamplesTried | null {
  const check = checks.find(({ kind }) => kind === "examples");
  if (check === undefined || check.state === "waiting" || check.state === "running") return null;
  const { reason, counts, unmatched = [] } = check;
  return {
    total: counts["total"] ?? 0,
    proven: counts["proven"] ?? 0,
    unmatched: [...unmatched],
    ranAt: ranAtOf({ checks }),
    obstacle: check.state === "skipped" ? (reason ?? "not_runnable") : null,
  };
}

export const waitingChecks = (): VettingCheck[] =>
  VETTING_CHECKS.map((kind) => ({ kind, state: "waiting", ms: null, counts: {} }));
