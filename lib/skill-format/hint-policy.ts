import type { Hints } from "./types";

/** What the four hints of a skill mean for the market (Exo §2, §3). */
export interface HintPolicy {
  network: "enabled" | "disabled";
  /** Class A/B tasks are marked automatically. */
  abTaskMarked: boolean;
  /** A higher Security Bond is required. */
  higherBond: boolean;
  /** An Integration test is an open item of the audit. */
  integrationTestRequired: boolean;
  /** A failed call may be tried again without asking. */
  automaticRetry: boolean;
  /** The sandbox may replay a call. */
  sandboxReplay: boolean;
}

/**
 * Consequences of the hints. Contradicting ones are read strictly: destructive wins over read-only
 * (docs/dialects/differences.md).
 */
export function hintPolicy(hints: Hints): HintPolicy {
  return {
    network: hints.openWorld ? "enabled" : "disabled",
    abTaskMarked: hints.readOnly && !hints.destructive,
    higherBond: hints.destructive,
    integrationTestRequired: hints.openWorld,
    automaticRetry: hints.idempotent,
    sandboxReplay: hints.idempotent,
  };
}
