import { statedHints } from "./manifest/origins";
import type { Hints } from "./types";

/** What the four hints of a skill make the market do (Exo SKILL.md v1.1, sections 2 and 3). */
export interface HintPolicy {
  network: "enabled" | "disabled";
  /** The skill is marked as fit for A/B tasks, and its audit looks at what contradicts that. */
  abTaskMarked: boolean;
  /** A higher Security Bond is required. */
  higherBond: boolean;
  /** Its audit waits for an integration test. */
  integrationTestRequired: boolean;
  /** A call that failed on the market's side is made once more by itself. */
  automaticRetry: boolean;
  /** The sandbox replays its examples. */
  sandboxReplay: boolean;
}

/**
 * Consequences of the hints. Contradicting ones are read strictly: destructive wins over read-only
 * (docs/dialects/differences.md). A hint that nobody states (null) gives no mark and no retry; examples are replayed
 * unless a repeated call is said to have effects, as they were written to be run.
 */
export function hintPolicy({
  readOnly,
  destructive,
  idempotent,
  openWorld,
}: Partial<Record<keyof Hints, boolean | null>>): HintPolicy {
  return {
    network: openWorld === true ? "enabled" : "disabled",
    abTaskMarked: readOnly === true && destructive !== true,
    higherBond: destructive === true,
    integrationTestRequired: openWorld === true,
    automaticRetry: idempotent === true,
    sandboxReplay: idempotent !== false,
  };
}

/** The same of a manifest, by what is stated in it: by its author, or as the default of its format. */
export const policyOf = (manifest: Parameters<typeof statedHints>[0]): HintPolicy =>
  hintPolicy(statedHints(manifest));
