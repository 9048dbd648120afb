import { isDomainError } from "@/lib/kernel/errors";
import { checkOutcome } from "@/lib/payments/settlement/check-outcome";
import { termsFor } from "@/lib/payments/quotes/payment-terms";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";

/**
 * Whether a payment may be believed: below the configured price one node's word is enough, above it a second node, run
 * by somebody else, must show the same payment. False while the second node does not know it, judges it otherwise, is
 * on another chain or does not answer; the payment is then looked at again later.
 */
export async function isConfirmedBySecondNode(
  quote: QuoteRecord,
  signature: string,
  { witness, config }: SettlementContext,
): Promise<boolean> {
  if (!witness || quote.priceLamports <= config.witnessAboveLamports) return true;
  try {
    if ((await witness.genesisHash()) !== quote.genesisHash) return false;
    const finality = quote.commitment === "finalized" ? "finalized" : "confirmed";
    const seen = await witness.findTransaction(signature, finality);
    if (seen === null || seen === "unreadable") return false;
    return checkOutcome(seen, termsFor(quote, seen.transaction)).ok;
  } catch (error) {
    if (isDomainError(error, "LEDGER_UNAVAILABLE")) return false;
    throw error;
  }
}
