import { DomainError } from "@/lib/kernel/errors";
import { payeeOf, refuseTerms, type Terms } from "@/lib/registry/versions/decide-terms";
import { latestOf, type SkillManifest } from "@/lib/skill-format";

/** What of a stored version decides whether its terms count. */
export interface StandingTerms extends Terms {
  version: string;
  vettingStatus: "pending" | "approved" | "caution" | "rejected";
  published: boolean;
  yanked: boolean;
}

export interface TermsInForce {
  /** Of the version that is listed; null while none is. */
  listed: Terms | null;
  /**
   * The same, and those of every version that would be listed instead once it is let through: each different one once.
   */
  all: Terms[];
}

/** What calls of a skill cost and whom they pay, now and as soon as what waits is let through. */
export function findTermsInForce(stored: readonly StandingTerms[]): TermsInForce {
  const standing = stored.filter(({ yanked, vettingStatus }) => !yanked && vettingStatus !== "rejected");
  const listed = latestOf(standing.filter(({ published }) => published));
  // The listed one is among them, and counts once as all terms do.
  const waiting = standing.filter((each) => isAbove(each, listed));
  const all: Terms[] = [];
  for (const { priceLamports, payeeAddress } of listed ? [listed, ...waiting] : waiting) {
    const terms = { priceLamports, payeeAddress };
    if (!all.some((other) => isSameTerms(other, terms))) all.push(terms);
  }
  return {
    listed: listed && { priceLamports: listed.priceLamports, payeeAddress: listed.payeeAddress },
    all,
  };
}

const isAbove = (version: StandingTerms, listed: StandingTerms | null) =>
  listed === null || latestOf([listed, version]) === version;

/** Whether calls cost and pay the same. */
export const isSameTerms = (one: Terms, other: Terms): boolean =>
  one.priceLamports === other.priceLamports && one.payeeAddress === other.payeeAddress;

/**
 * The terms of an upload by somebody who maintains a skill and does not own it: those in force, which nothing in the
 * file or beside it may contradict. What calls cost and whom they pay is the owner's decision. Throws UPLOAD_FAILED
 * with the reason, also while no terms are in force, or the owner is changing them.
 */
export function keepTerms(
  { pricing, author }: SkillManifest,
  {
    setPrice,
    stored,
    namedBefore,
  }: {
    setPrice?: bigint | undefined;
    stored: readonly StandingTerms[];
    /** The wallet that the file of the last version names as its author's: in a free one it need not be the owner's. */
    namedBefore: string | undefined;
  },
): Terms {
  const [terms, ...others] = findTermsInForce(stored).all;
  if (terms === undefined)
    throw ownersAlone("version", "no version of it stands, so its owner publishes the next one");
  if (others.length > 0)
    throw ownersAlone(
      "version",
      "its owner is changing price or payee; publish once that version is listed or withdrawn",
    );
  for (const price of [pricing && BigInt(pricing.lamports), setPrice]) {
    if (price !== undefined && price !== terms.priceLamports)
      throw ownersAlone("pricing.price_lamports", `it costs ${terms.priceLamports} lamports; found ${price}`);
  }
  const { wallet } = author;
  const isKept = wallet === terms.payeeAddress || (payeeOf(terms) === null && wallet === namedBefore);
  if (wallet !== undefined && !isKept)
    throw ownersAlone("author", `the file names the wallet ${wallet}, which the version before does not`);
  return terms;
}

/** The terms an upload was made for are not those in force any more. */
export const termsChanged = () =>
  ownersAlone("version", "its owner has just changed price or payee; look at it and publish again");

const ownersAlone = (path: string, why: string) =>
  refuseTerms(path, `Only the owner of a skill decides what it costs and whom it pays: ${why}.`);

/**
 * A version that somebody who does not own the skill withdraws changes neither what calls cost nor whom they pay, and
 * leaves the skill on the market. Throws PERMISSION_DENIED.
 */
export function assertTermsUnchanged(before: TermsInForce, after: TermsInForce): void {
  const kept =
    before.all.length === after.all.length &&
    before.all.every((terms) => after.all.some((other) => isSameTerms(terms, other)));
  const sameListed =
    before.listed === null
      ? after.listed === null
      : after.listed !== null && isSameTerms(before.listed, after.listed);
  if (kept && sameListed && after.all.length > 0) return;
  throw new DomainError(
    "PERMISSION_DENIED",
    "Only the owner can withdraw this version: without it the skill would cost or pay otherwise, or be off the market.",
  );
}
