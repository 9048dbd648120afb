import { DomainError } from "@/lib/kernel/errors";
import { MAX_LAMPORTS, type SkillManifest } from "@/lib/skill-format";

/** What a call of a skill costs, and whom it pays. They belong to the skill and not to a version of it. */
export interface Terms {
  priceLamports: bigint;
  /** Null for a free skill whose wallet, if its file names one, is not proven to be the publisher's. */
  payeeAddress: string | null;
}

/**
 * What a call costs and who is paid of a skill that was never listed. The price is the one the file declares, or for a
 * file that declares none the one set beside it, or else that of the upload before it, whose payee is kept too.
 * Publishing must prove control of the payee: the file's `author` wallet, or else the account's first one, must be a
 * wallet the account has signed in with. Throws UPLOAD_FAILED with the reason.
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

/**
 * The terms of an upload to a skill that has some already: those, whatever the file declares. A price that somebody sets
 * beside the file and that is another one is refused, as it would not count. Throws UPLOAD_FAILED.
 */
export function keepTerms(standing: Terms, setPrice: bigint | undefined): Terms {
  if (setPrice === undefined || setPrice === standing.priceLamports) return standing;
  throw refuseTerms(
    "pricing.price_lamports",
    `A call of this skill costs ${standing.priceLamports} lamports, not ${setPrice}. A version does not change that: its owner does, at /dashboard/prices or with PUT /v1/skills/{id}/price.`,
  );
}

/** What a file declares and the skill does not cost or pay; null where it declares nothing else. */
export function findOtherTerms({ pricing, author }: SkillManifest, terms: Terms): DeclaredTerms | null {
  const declared = pricing === undefined ? null : BigInt(pricing.lamports);
  const price = declared === null || declared === terms.priceLamports ? null : declared;
  const isPaid = terms.priceLamports > 0n && author.wallet !== undefined;
  const payee = isPaid && author.wallet !== terms.payeeAddress ? (author.wallet ?? null) : null;
  return price === null && payee === null ? null : { priceLamports: price, payeeAddress: payee };
}

/** Of both what is declared otherwise; null for what is not. */
export interface DeclaredTerms {
  priceLamports: bigint | null;
  payeeAddress: string | null;
}
