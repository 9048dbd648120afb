import { database } from "@/lib/db/client";
import { claimForQuote } from "@/lib/payments/settlement/claim-payment";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import type { PaymentStatus } from "@/lib/payments/settlement/payment-status";
import { noteReportedSignature } from "@/lib/payments/quotes/quote-repository";
import { refused, type PaymentCredential } from "@/lib/payments/rails/mpp/credential";
import type { PayingRequest } from "@/lib/payments/rails/paying-request";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { submitToQuote } from "@/lib/payments/settlement/submit-payment";
import { isTransactionSignature } from "@/lib/solana/address";

/**
 * Pays the quote a credential names, by the same code that serves a wallet: a signed transaction is submitted, the
 * signature of a sent one is claimed. The quote must have been asked for by the very request that now pays. The same
 * credential may come any number of times. Throws PAYMENT_CREDENTIAL_INVALID and what `submitToQuote` and
 * `claimForQuote` throw.
 */
export async function payWithCredential(
  { quoteId, payment }: PaymentCredential,
  { requestDigest, admit }: PayingRequest,
  context: SettlementContext,
): Promise<PaymentStatus> {
  const quote = await getQuote(quoteId);
  if (quote.requestDigest !== requestDigest) {
    throw refused("other_request", "This payment is for another skill, version or input.");
  }
  await admit?.(quote);
  if ("rawTransaction" in payment) return submitToQuote(quote, payment.rawTransaction, context);
  if (isTransactionSignature(payment.signature)) {
    await noteReportedSignature(database(), quoteId, payment.signature);
  }
  return claimForQuote(quote, payment.signature, context);
}
