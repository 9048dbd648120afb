import { traced } from "@/lib/kernel/observability/traced";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { settleQuote, type SettleOutcome } from "@/lib/payments/settlement/settle-quote";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";

/** `unseen`: the chain does not show this transaction as far as the quote asks for. */
export type SignatureOutcome = SettleOutcome | { outcome: "unseen" };

/**
 * Looks for one transaction on the chain, and settles the quote with it if it pays it. One that cannot be read pays
 * nothing. The caller has made sure that it is the quote's chain. Throws LEDGER_UNAVAILABLE.
 */
export async function settleBySignature(
  quote: QuoteRecord,
  signature: string,
  context: SettlementContext,
): Promise<SignatureOutcome> {
  const landed = await context.connection.findTransaction(signature, toFinality(quote.commitment));
  if (landed === null) return { outcome: "unseen" };
  if (landed === "unreadable") return { outcome: "rejected", reason: "unsupported_version" };
  return traced("settle", { "emporion.quote_id": quote.id }, () => settleQuote(quote, landed, context));
}

function toFinality(commitment: string): "confirmed" | "finalized" {
  return commitment === "finalized" ? "finalized" : "confirmed";
}
