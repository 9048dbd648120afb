import type { VersionedTransaction } from "@solana/web3.js";

/** What a payment must do to settle one quote. Everything that builds or judges a payment reads these and nothing else. */
export interface PaymentTerms {
  payerAddress: string;
  payeeAddress: string;
  treasuryAddress: string;
  creatorLamports: bigint;
  feeLamports: bigint;
  /** Extra read-only key by which the payment is found on the chain; null where the payer's software cannot add one. */
  reference: string | null;
  /** Binds the payment to its quote: `skillcall:v1:<quote id>`. */
  memo: string;
}

/** The terms of a quote; an open one does not know its payer yet. */
export type OpenTerms = Omit<PaymentTerms, "payerAddress"> & { payerAddress: string | null };

/**
 * The terms as they bind one transaction. Whoever signs first pays an open quote, and nothing but the memo binds that payment:
 * agents' software adds no reference key.
 */
export function termsFor(quote: OpenTerms, transaction: VersionedTransaction): PaymentTerms {
  const { payerAddress, payeeAddress, treasuryAddress, creatorLamports, feeLamports, reference, memo } =
    quote;
  const terms = { payeeAddress, treasuryAddress, creatorLamports, feeLamports, memo };
  if (payerAddress !== null) return { ...terms, payerAddress, reference };
  const signer = transaction.message.staticAccountKeys[0]?.toBase58() ?? "";
  return { ...terms, payerAddress: signer, reference: null };
}

const MEMO_PREFIX = "skillcall:v1:";

export function memoOfQuote(quoteId: string): string {
  return `${MEMO_PREFIX}${quoteId}`;
}

/** The quote a memo names; any text that is not such a memo comes back as it is, and names no quote. */
export function quoteIdOfMemo(memo: string): string {
  return memo.startsWith(MEMO_PREFIX) ? memo.slice(MEMO_PREFIX.length) : memo;
}
