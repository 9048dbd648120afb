import { systemClock } from "@/lib/kernel/clock";
import { env } from "@/lib/config/env";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { challengeKey } from "@/lib/running/calls/call-skill";
import { getSettlement } from "@/lib/payments/settlement/get-settlement";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { challengeFor, toAuthenticateHeader } from "@/lib/payments/rails/mpp/challenge";
import { toReceiptHeader } from "@/lib/payments/rails/mpp/payment-receipt";
import { toFailureHeader, toResponseHeader } from "@/lib/payments/rails/x402/payment-response";
import { requirementsFor, toRequiredHeader } from "@/lib/payments/rails/x402/requirements";

type Headers = Record<string, string>;

/**
 * The question for payment of an open quote: its headers, one for each way to pay, and the problem that goes with them.
 */
export function paymentRequired(
  quote: QuoteRecord,
  path: string,
): { headers: Headers; problem: DomainError } {
  const key = challengeKey();
  const challenge = challengeFor(quote, { realm: new URL(env().APP_URL).host, key });
  const problem = new DomainError(
    "PAYMENT_REQUIRED",
    `One call costs ${quote.priceLamports} lamports, paid straight to its creator. Nothing can be refunded; a failed run can be repeated without paying.`,
    {
      details: {
        quoteId: quote.id,
        priceLamports: String(quote.priceLamports),
        expiresAt: quote.expiresAt.toISOString(),
      },
    },
  );
  const headers: Headers = { "www-authenticate": toAuthenticateHeader(challenge) };
  const requirements = requirementsFor(quote, { now: systemClock.now(), key });
  if (requirements) {
    const about = { url: `${env().APP_URL}${path}`, error: "PAYMENT-SIGNATURE header is required" };
    headers["payment-required"] = toRequiredHeader(requirements, about);
  }
  return { headers, problem };
}

/**
 * What says in the headers of an answer how its call was paid: `Payment-Receipt`, or `PAYMENT-RESPONSE` for a token.
 */
export async function paidHeaders(quote: QuoteRecord, challengeId: string | undefined): Promise<Headers> {
  const settlement = await getSettlement(quote.id);
  const response = toResponseHeader(settlement, quote);
  if (response !== null) return { "payment-response": response };
  return { "payment-receipt": toReceiptHeader(settlement, { memo: quote.memo, challengeId }) };
}

/**
 * What tells an x402 client that its payment was refused and moved nothing; null where the outcome is not that sure.
 */
export function refusedHeader(error: unknown): string | null {
  const certain =
    isDomainError(error, "TRANSACTION_REJECTED") || isDomainError(error, "PAYMENT_CREDENTIAL_INVALID");
  return certain ? toFailureHeader(String(error.details["reason"])) : null;
}
