import { DomainError } from "@/lib/kernel/errors";
import { MAX_LAMPORTS, type SkillManifest } from "@/lib/skill-format";

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
