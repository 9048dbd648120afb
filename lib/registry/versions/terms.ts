import { DomainError } from "@/lib/kernel/errors";
import { MAX_LAMPORTS, type SkillManifest, latestOf } from "@/lib/skill-format";

export interface Terms {
  priceLamports: bigint;
  /** Wallet that is paid; null for a free skill whose wallet, if it names one, is not proven to be the publisher's. */
  payeeAddress: string | null;
}

/** The wallet that calls pay; nobody is paid for a free skill, whatever wallet it names. */
export const payeeOf = ({ priceLamports, payeeAddress }: Terms): string | null =>
  priceLamports > 0n ? payeeAddress : null;

/**
 * What a call costs and who is paid. The price is the one the file states, or for a file that states none the one set
 * beside it, or else that of the version before it, whose payee is kept too. Publishing must prove control of the payee:
 * the file's `author` wallet, or else the account's first one, must be a wallet the account has signed in with. Throws
 * UPLOAD_FAILED with the reason.
 */
export function decideTerms(
  { pricing, author }: SkillManifest,
  {
    wallets,
    setPrice,
    before = null,
  }: { wallets: readonly string[]; setPrice?: bigint | undefined; before?: Terms | null },
): Terms {
  const stated = pricing && BigInt(pricing.lamports);
  const priceLamports = decidePrice(
    stated,
    setPrice ?? (stated === undefined ? before?.priceLamports : undefined),
  );
  const paidBefore = wallets.find((wallet) => wallet === before?.payeeAddress);
  const payee = author.wallet ?? (priceLamports > 0n ? (paidBefore ?? wallets[0]) : undefined);
  if (payee !== undefined && wallets.includes(payee)) return { priceLamports, payeeAddress: payee };
  if (priceLamports === 0n) return { priceLamports, payeeAddress: null };
  if (payee !== undefined) throw notOwnWallet(payee, wallets);
  throw refuseTerms(
    "author",
    "A skill with a price needs a wallet that is paid. Sign in with one, or link one to this account, first.",
  );
}

/**
 * Asked again once the account is held: nothing new pays a wallet that was taken off it meanwhile.
 * Throws UPLOAD_FAILED.
 */
export function assertOwnPayee({ payeeAddress }: Terms, wallets: readonly string[]): void {
  if (payeeAddress !== null && !wallets.includes(payeeAddress)) throw notOwnWallet(payeeAddress, wallets);
}

function notOwnWallet(payee: string, wallets: readonly string[]): DomainError {
  const linked = wallets.length > 0 ? `: ${wallets.join(", ")}` : "; this account has none";
  return refuseTerms(
    "author",
    `The author ${payee} is paid for each call, so it must be a wallet you have signed in with${linked}.`,
  );
}

function decidePrice(stated: bigint | undefined, set: bigint | undefined): bigint {
  if (set !== undefined && (set < 0n || set > MAX_LAMPORTS)) {
    throw refuseTerms("pricing.price_lamports", `A price is 0 to ${MAX_LAMPORTS} lamports; found ${set}.`);
  }
  if (stated !== undefined && set !== undefined && stated !== set) {
    throw refuseTerms(
      "pricing.price_lamports",
      `The file states a price of ${stated} lamports, but ${set} was set beside it. Change one of them.`,
    );
  }
  return stated ?? set ?? 0n;
}

/** UPLOAD_FAILED for what a file, or what was set beside it, says of price and payee. */
export function refuseTerms(path: string, message: string): DomainError {
  const finding = { dialect: "package", severity: "error", code: "FIELD_FORMAT", path, message };
  return new DomainError("UPLOAD_FAILED", message, { details: { findings: [finding] } });
}

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
