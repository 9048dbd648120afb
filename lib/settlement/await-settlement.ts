import { setTimeout as sleep } from "node:timers/promises";
import { isDomainError } from "@/lib/errors";
import { getQuote } from "@/lib/settlement/get-quote";
import { getPaymentStatus, type PaymentStatus } from "@/lib/settlement/payment-status";
import { reconcileQuote } from "@/lib/settlement/reconcile-quote";
import type { SettlementContext } from "@/lib/settlement/settlement-context";

/**
 * Waits up to `config.waitMs` for a submitted payment to settle or fail, sending its bytes again meanwhile, and returns the
 * status it has then. A node that does not answer is not an error here: the payment stays under way, and the worker goes on.
 */
export async function awaitSettlement(quoteId: string, context: SettlementContext): Promise<PaymentStatus> {
  const { waitMs, pollMs, rebroadcastMs } = context.config;
  const startMs = Date.now(); // real time, also under a test's clock: this waits for another process
  let sentMs = startMs;
  let unreachable = false;
  for (;;) {
    const quote = await getQuote(quoteId);
    if (quote.state !== "SUBMITTED") break;
    const rebroadcast = Date.now() - sentMs >= rebroadcastMs;
    if (rebroadcast) sentMs = Date.now();
    unreachable = await isUnreachable(() => reconcileQuote(quote, context, { rebroadcast }));
    if (Date.now() - startMs >= waitMs) break;
    await sleep(pollMs);
  }
  const status = await getPaymentStatus(quoteId);
  return unreachable && status.state === "SUBMITTED" ? { ...status, reason: "ledger_unavailable" } : status;
}

async function isUnreachable(question: () => Promise<unknown>): Promise<boolean> {
  try {
    await question();
    return false;
  } catch (error) {
    if (isDomainError(error, "LEDGER_UNAVAILABLE")) return true;
    throw error;
  }
}
