import { setTimeout as sleep } from "node:timers/promises";
import { isDomainError } from "@/lib/kernel/errors";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import { getPaymentStatus, type PaymentStatus } from "@/lib/payments/settlement/payment-status";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { reconcileQuote, type Reconciled } from "@/lib/payments/settlement/reconcile-quote";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";

/** What another process did with the quote is looked at this often; the chain itself is asked at each poll. */
const READ_AGAIN_MS = 500;

/**
 * Waits up to `config.waitMs` for a submitted payment to settle or fail, sending its bytes again meanwhile, and returns
 * the status it has then; `submitted` is the quote as it was read or written just now. A node that does not answer is
 * not an error here: the payment stays under way, and the worker goes on.
 */
export async function awaitSettlement(
  submitted: QuoteRecord,
  context: SettlementContext,
): Promise<PaymentStatus> {
  const { waitMs, pollMs, rebroadcastMs } = context.config;
  // Real time, also under a test's clock: this waits for another process; and none that can be set back.
  const startMs = performance.now();
  let sentMs = startMs;
  let readMs = startMs;
  let unreachable = false;
  let quote = submitted;
  while (quote.state === "SUBMITTED") {
    const rebroadcast = performance.now() - sentMs >= rebroadcastMs;
    if (rebroadcast) sentMs = performance.now();
    const { outcome, status } = await reconcileIfReachable(quote, context, rebroadcast);
    if (status) return status;
    unreachable = outcome === "unreachable";
    if (outcome !== "open" && !unreachable) break;
    if (performance.now() - startMs >= waitMs) break;
    await sleep(pollMs - (Date.now() % pollMs)); // all payments that wait ask at the same moment, and so together
    if (performance.now() - readMs < READ_AGAIN_MS) continue;
    readMs = performance.now();
    quote = await getQuote(quote.id); // another process may have been faster
  }
  const status = await getPaymentStatus(quote.id);
  return unreachable && status.state === "SUBMITTED" ? { ...status, reason: "ledger_unavailable" } : status;
}

async function reconcileIfReachable(
  quote: QuoteRecord,
  context: SettlementContext,
  rebroadcast: boolean,
): Promise<Reconciled | { outcome: "unreachable"; status?: undefined }> {
  try {
    return await reconcileQuote(quote, context, { rebroadcast });
  } catch (error) {
    if (isDomainError(error, "LEDGER_UNAVAILABLE")) return { outcome: "unreachable" };
    throw error;
  }
}
