import { DomainError } from "@/lib/errors";
import { baseUrl } from "@/lib/http/problem-response";
import { challengeKey } from "@/lib/running/call-skill";
import { getSettlement } from "@/lib/settlement/get-settlement";
import type { QuoteRecord } from "@/lib/settlement/quote-repository";
import { challengeFor, toAuthenticateHeader } from "@/lib/settlement/rails/mpp/challenge";
import { toReceiptHeader } from "@/lib/settlement/rails/mpp/payment-receipt";

/** The question for payment of an open quote: its header, and the problem that goes with it. */
export function paymentRequired(quote: QuoteRecord): { header: string; problem: DomainError } {
  const challenge = challengeFor(quote, { realm: new URL(baseUrl()).host, key: challengeKey() });
  const problem = new DomainError(
    "PAYMENT_REQUIRED",
    `One call costs ${quote.priceLamports} lamports, paid straight to its creator. Nothing can be refunded; a failed run can be repeated without paying.`,
    { details: { quoteId: quote.id, expiresAt: quote.expiresAt.toISOString() } },
  );
  return { header: toAuthenticateHeader(challenge), problem };
}

/** The value of `Payment-Receipt` for a settled quote. */
export async function receiptHeader(quote: QuoteRecord, challengeId: string | undefined): Promise<string> {
  return toReceiptHeader(await getSettlement(quote.id), { memo: quote.memo, challengeId });
}
