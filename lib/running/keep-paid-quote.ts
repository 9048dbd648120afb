import { DomainError } from "@/lib/errors";
import { findKept, keepQuote, type CallRequestKey } from "@/lib/running/call-keys";
import { getQuote } from "@/lib/settlement/get-quote";
import type { QuoteRecord } from "@/lib/settlement/quote-repository";

/**
 * Keeps the quote that a request pays under the idempotency key it brings, before any money moves: an agent that brings its key with the
 * payment only, and loses the answer, is not asked to pay again. A key that has a quote with a payment keeps it; another payment under it is
 * refused, unless its money has moved already. Throws IDEMPOTENCY_KEY_REUSED and QUOTE_NOT_FOUND.
 */
export async function keepPaidQuote(
  key: CallRequestKey,
  { quoteId, sent }: { quoteId: string; sent: boolean },
): Promise<void> {
  const kept = await findKept(key);
  if (kept?.quoteId === quoteId) return;
  const quote = await getQuote(quoteId);
  if (quote.requestDigest !== key.requestDigest) return; // who pays is told so
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
