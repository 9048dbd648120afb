import type { Database } from "@/lib/db/client";
import { findDeviceIssue } from "@/lib/vetting/judge-format";
import { DomainError } from "@/lib/kernel/errors";
import { canonicalName } from "@/lib/registry/names/canonical-name";
import { isReservedName } from "@/lib/registry/skills-repository";

/**
 * Canonical names nobody can have: the market's own, words that would pass for its voice, and `core`, the layer of
 * tools that is active in every conversation (VibeLife V9), so that no skill of this name could be activated. Operators
 * add theirs in ReservedNames.
 */
const RESERVED_NAMES: ReadonlySet<string> = new Set(
  `emporion official admin administrator api audit auditor core docs dashboard draft drafts help home install login market
  new null official openapi publish receipt register registry root search security settings signin signup skill skills
  status store support system test trust undefined upload user users verified verifier vetting wallet www`.split(
    /\s+/,
  ),
);

/** Of these, the words that name the market or would pass for its voice wherever they stand in a sentence. */
const VOICE: ReadonlySet<string> = new Set(
  "emporion official administrator administrators auditor auditors verified verifier verifiers vetting".split(
    " ",
  ),
);

/** True for a text that has a word of the market's voice, or that as a whole is a name nobody can have. */
export function speaksForMarket(text: string): boolean {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  return words.some((word) => VOICE.has(word)) || RESERVED_NAMES.has(words.join(""));
}

/** Throws SKILL_NAME_RESERVED for a name no skill can have. */
export async function assertNotReserved(db: Database, slug: string): Promise<void> {
  const fault = findDeviceIssue(slug);
  if (fault !== null) throw new DomainError("SKILL_NAME_RESERVED", fault);
  const canonical = canonicalName(slug);
  if (RESERVED_NAMES.has(canonical) || (await isReservedName(db, canonical))) {
    throw new DomainError("SKILL_NAME_RESERVED", `The name "${slug}" is reserved. Choose another one.`);
  }
}
