import { DomainError } from "@/lib/kernel/errors";
import { keepQuote, type CallRequestKey } from "@/lib/running/calls/call-keys";
import type { CallKeyRecord } from "@/lib/running/calls/call-keys-repository";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";

/**
 * Keeps the quote that a request pays under the idempotency key it brings, before any money moves: an agent that brings
 * its key with the payment only, and loses the answer, is not asked to pay again. Whoever knows the key gets the
 * answer, so the payment must be known to be that of the one who was asked for it. `kept` is what the key holds so far.
 * A key that has a quote with a payment keeps it; another payment under it is refused, unless its money has moved
 * already. Throws IDEMPOTENCY_KEY_REUSED.
 */
export async function keepPaidQuote(
  key: CallRequestKey,
  { id: quoteId }: QuoteRecord,
  { kept, sent }: { kept: CallKeyRecord | null; sent: boolean },
): Promise<void> {
  if (kept?.quoteId === quoteId) return;
  const replaced = kept?.quoteId ? await getQuote(kept.quoteId) : null;
  const isFree = kept === null || (replaced !== null && isUnpaid(replaced));
  const holds = isFree ? await keepQuote(key, quoteId, replaced?.id ?? null) : null;
  if (holds === quoteId || sent) return;
  throw new DomainError("IDEMPOTENCY_KEY_REUSED", "Another quote is paid under this idempotency key.", {
    details: { quoteId: holds ?? kept?.quoteId ?? null },
  });
}

const isUnpaid = ({ state, reportedSignature }: QuoteRecord): boolean =>
  state === "EXPIRED" || (state === "QUOTED" && reportedSignature === null);
