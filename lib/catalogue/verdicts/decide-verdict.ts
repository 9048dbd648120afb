import type { AskedCopy, VerdictRow } from "@/lib/catalogue/verdicts/repository";

/** What the market does not know of a copy: its skill, this version of it, or these bytes under its number. */
export type Unknown = "skill" | "version" | "digest";

/** The row of a copy, as far as it is about that copy; and what is not known of it. */
export interface KnownCopy {
  /** Null where everything that was asked about is known. */
  unknown: Unknown | null;
  /** The skill; null where nobody may see one of this name. */
  skill: VerdictRow | null;
  /** The published version with the bytes that were asked about; null where there is none. */
  version: VerdictRow | null;
}

/**
 * Which of what the market has is about the copy that was asked about. Other bytes under a published number are not that
 * version: neither its seals nor its publisher say anything of them.
 */
export function decideKnown({ digest }: AskedCopy, row: VerdictRow | null): KnownCopy {
  if (row === null) return { unknown: "skill", skill: null, version: null };
  if (row.version === null) return { unknown: "version", skill: row, version: null };
  if (digest !== null && digest !== row.packageDigest)
    return { unknown: "digest", skill: row, version: null };
  return { unknown: null, skill: row, version: row };
}
