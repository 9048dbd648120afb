import { findTransaction, type Transaction } from "@/lib/chain/solana/transaction";
import { termsFor } from "@/lib/payments/quotes/payment-terms";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { checkTransaction } from "@/lib/payments/transactions/check-transaction";

/** What a payment moves out of its wallet, in lamports; of a token at the ratio of its quote, rounded up. */
export function lamportsMoved(quote: QuoteRecord, transaction: Transaction | null): bigint {
  const { priceLamports } = quote;
  const terms = transaction && termsFor(quote, transaction);
  if (!transaction || !terms?.token || terms.token.units === 0n) return priceLamports;
  const { units } = terms.token;
  const verdict = checkTransaction(transaction, terms, "strict");
  const moved = units + (verdict.ok ? verdict.excess : 0n);
  return (moved * priceLamports + units - 1n) / units;
}

/** The same of a quote that was handed in. */
export const lamportsHeld = (quote: QuoteRecord): bigint =>
  lamportsMoved(quote, quote.rawTransaction && findTransaction(quote.rawTransaction));
