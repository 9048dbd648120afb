import { isCommitHash } from "../values/web-addresses";

/** The file beside SKILL.md that holds what users taught a skill (Skill Metadata section 4). */
export const EVOLUTION_FILE = "evolution.json";

/** The three lists of section 4.2, in its order. */
export const EVOLUTION_LISTS = ["preferences", "fixes", "contexts"] as const;
export type EvolutionList = (typeof EVOLUTION_LISTS)[number];

/** The texts of section 4.2, in its order. */
export const EVOLUTION_TEXTS = ["custom_prompts", "last_updated", "last_evolved_hash"] as const;

/** What an `evolution.json` says. A missing list is empty (Skill Metadata §4.2). */
export interface Evolution {
  preferences: readonly string[];
  fixes: readonly string[];
  contexts: readonly string[];
  customPrompts?: string;
  /** ISO 8601 date-time, as written. */
  lastUpdated?: string;
  /** The `source_hash` at the time the experience was gathered. */
  lastEvolvedHash?: string;
  /** Members the document does not name, as written: they outlive every rewrite. */
  others: Readonly<Record<string, unknown>>;
}

/** Experience of nobody: what a missing file stands for. */
export const NO_EVOLUTION: Evolution = { preferences: [], fixes: [], contexts: [], others: {} };

/**
 * Skill Metadata §4.2: the experience was gathered on another version of the source. False when one of the two hashes
 * is not known.
 */
export function isStale(lastEvolvedHash: string | undefined, sourceHash: string | undefined): boolean {
  if (lastEvolvedHash === undefined || sourceHash === undefined) return false;
  return lastEvolvedHash.trim().toLowerCase() !== sourceHash.trim().toLowerCase();
}

/** Whether experience is of another version of the source; null where one of the two is not said, or is no commit. */
export function wasGatheredElsewhere(evolved: unknown, sourceHash: string | undefined): boolean | null {
  if (typeof evolved !== "string" || sourceHash === undefined) return null;
  return isCommitHash(sourceHash) ? isStale(evolved, sourceHash) : null;
}
