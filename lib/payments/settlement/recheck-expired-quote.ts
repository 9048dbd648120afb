import { settleBySignature } from "@/lib/payments/settlement/settle-by-signature";
import { getPaymentStatus, type PaymentStatus } from "@/lib/payments/settlement/payment-status";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";

/**
 * Asks the chain once more for the payment of a quote that was given up after it had been handed in, or reported: the
 * node that was asked then may not have shown what had landed. Returns the status, granted if it is there. Throws
 * LEDGER_UNAVAILABLE: without an answer nobody can say that nothing was paid.
 */
export async function recheckExpiredQuote(
  quote: QuoteRecord,
  context: SettlementContext,
): Promise<PaymentStatus> {
  if (quote.genesisHash !== (await context.connection.genesisHash())) return getPaymentStatus(quote.id);
  for (const signature of new Set([quote.signature, quote.reportedSignature])) {
    const looked = signature === null ? null : await settleBySignature(quote, signature, context);
    if (looked?.outcome === "settled") break;
  }
  return getPaymentStatus(quote.id);
}
