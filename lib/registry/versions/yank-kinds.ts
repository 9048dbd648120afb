/** What a publisher can say of why a version is withdrawn, beside their own words. */
export const YANK_KINDS = ["broken", "insecure", "replaced", "rights", "secret", "other"] as const;

/** `ordered` is the operator's alone: somebody who may has ordered that it goes, as a court. */
export type YankKind = (typeof YANK_KINDS)[number] | "ordered";

/** One sentence each, as programs are told; pages have their own in three languages. */
const SENTENCES: Readonly<Record<YankKind, string>> = {
  broken: "It does not do what it says.",
  insecure: "It has a security problem.",
  replaced: "Another version takes its place.",
  rights: "It holds what others have rights to.",
  secret: "It holds a secret or personal data.",
  ordered: "The operator of this market was ordered to take it out.",
  other: "Its publisher withdrew it.",
};

/** Of these nobody is given the bytes any more, whatever digest they name. `isClosedSql` says the same. */
export const CLOSED_KINDS: readonly YankKind[] = ["secret", "ordered"];

/** The kind that is on record; those of before kinds, and what this release does not know, are `other`. */
export const readYankKind = (stored: string | null): YankKind =>
  stored !== null && Object.hasOwn(SENTENCES, stored) ? (stored as YankKind) : "other";

export const isClosedKind = (stored: string | null): boolean => CLOSED_KINDS.includes(readYankKind(stored));

export const sentenceOf = (kind: YankKind): string => SENTENCES[kind];

/**
 * What a withdrawal makes of the one on record: null where that stands. The first one stands, but that it closes the
 * bytes may be said later too, and is never taken back.
 */
export function decideYank(
  stored: { yankedAt: Date | null; yankKind: string | null },
  asked: YankKind,
): "first" | "raised" | null {
  if (stored.yankedAt === null) return "first";
  return isClosedKind(asked) && !isClosedKind(stored.yankKind) ? "raised" : null;
}
