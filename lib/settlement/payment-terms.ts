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

const MEMO_PREFIX = "skillcall:v1:";

export function memoOfQuote(quoteId: string): string {
  return `${MEMO_PREFIX}${quoteId}`;
}
