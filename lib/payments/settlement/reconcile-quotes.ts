import { isDomainError } from "@/lib/kernel/errors";
import { logFailure } from "@/lib/kernel/observability/log-failure";
import { takeOpenQuotes } from "@/lib/payments/quotes/quote-repository";
import { reconcileQuote, type ReconcileOutcome } from "@/lib/payments/settlement/reconcile-quote";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { SharedLook } from "@/lib/payments/settlement/shared-look";

export type ReconcileReport = Record<ReconcileOutcome, number>;

const DEFAULT_LIMIT = 100;
const SUBMITTED_EVERY_MS = 2_000;
const QUOTED_EVERY_MS = 15_000;
/** Also what another clock has written a moment ago. */
const AT_ONCE_MS = -60_000;

/**
 * One pass of the worker over the quotes whose outcome is not known: a request may have died between any two steps, and
 * a browser may close after its wallet has paid. Stops early when the node does not answer. Any number of workers may
 * do this at once; each quote is looked at every few seconds at most.
 */
export async function reconcileQuotes(
  context: SettlementContext,
  options: { limit?: number; evenIfJustSeen?: boolean } = {},
): Promise<ReconcileReport> {
  const report: ReconcileReport = { settled: 0, late: 0, failed_on_chain: 0, expired: 0, open: 0 };
  const everyMs = (usualMs: number) => (options.evenIfJustSeen ? AT_ONCE_MS : usualMs);
  const quotes = await takeOpenQuotes({
    limit: options.limit ?? DEFAULT_LIMIT,
    submittedMs: everyMs(SUBMITTED_EVERY_MS),
    quotedMs: everyMs(QUOTED_EVERY_MS),
  });
  const look = new SharedLook(context.connection, quotes);
  for (const quote of quotes) {
    try {
      report[(await reconcileQuote(quote, context, { rebroadcast: true, look })).outcome]++;
    } catch (error) {
      if (isDomainError(error, "LEDGER_UNAVAILABLE")) break;
      logFailure(error, { quoteId: quote.id }, "a quote could not be reconciled");
    }
  }
  return report;
}
