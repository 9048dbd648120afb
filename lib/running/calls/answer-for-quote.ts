import { isDomainError } from "@/lib/kernel/errors";
import { accessTokenFor } from "@/lib/running/runs/access-token";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import type { RunView } from "@/lib/running/runs/run-view";
import { currentSettlement } from "@/lib/payments/settlement/current-settlement";
import { assertStillPayable } from "@/lib/payments/settlement/payment-status";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { refreshQuote } from "@/lib/payments/quotes/refresh-quote";

/**
 * `payment_required`: nothing was paid yet, the quote says what to pay. `pending`: a payment or the run is under way;
 * ask again and do not pay again. `done`: the run has ended; without a quote the skill was free.
 */
export type AgentAnswer =
  | { kind: "payment_required"; quote: QuoteRecord }
  | { kind: "pending"; quote: QuoteRecord; reason: string | null }
  | {
      kind: "done";
      run: RunView;
      accessToken: string;
      quote: QuoteRecord | null;
      challengeId?: string;
    };

/**
 * What an agent is told about a quote that was read just now, running its call if it is paid. Null when the quote has
 * ended and nothing was paid for it. `reason` is what the caller knows of a payment that was handed in just now. Throws
 * SETTLEMENT_FAILED for a quote that was closed without a grant, and what `runPaidCall` throws.
 */
export async function answerForQuote(
  quote: QuoteRecord,
  { reason = null }: { reason?: string | null } = {},
): Promise<AgentAnswer | null> {
  const context = currentSettlement();
  if (quote.state === "GRANTED" || quote.state === "CONSUMED") return run(quote);
  if (quote.state === "EXPIRED") return null;
  const reported = quote.state === "QUOTED" && quote.reportedSignature !== null;
  if (quote.state === "SUBMITTED" || reported)
    return { kind: "pending", quote, reason: reason ?? quote.reason };
  assertStillPayable(quote);
  if (context.clock.now() > quote.expiresAt) return null;
  const refreshed = await refreshQuote(quote, context);
  if (refreshed.state !== "QUOTED") return answerForQuote(refreshed); // paid meanwhile, by the same agent
  return { kind: "payment_required", quote: refreshed };
}

/** Not tied to the connection: an agent that hangs up still gets what it paid for, when it asks again. */
async function run(quote: QuoteRecord): Promise<AgentAnswer> {
  try {
    const made = await runPaidCall(quote);
    return { kind: "done", run: made, accessToken: accessTokenFor(made.id), quote };
  } catch (error) {
    if (!isDomainError(error, "RUN_IN_PROGRESS")) throw error;
    return { kind: "pending", quote, reason: "run_in_progress" };
  }
}
