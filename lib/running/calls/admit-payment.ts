import { assertRunnerReady } from "@/lib/running/runners/assert-runner-ready";
import { assertSignsReceipts } from "@/lib/running/calls/assert-signs-receipts";
import { findQuotedNeeds } from "@/lib/running/runnable-repository";
import { getQuote } from "@/lib/payments/quotes/get-quote";

/**
 * Asked before a signed payment is sent on: the call it pays for could begin now. A quote whose payment is under way or
 * done is let through, as nothing more is charged for it. Throws QUOTE_NOT_FOUND and what `assertRunnerReady` and
 * `assertSignsReceipts` throw; the same payment can be handed in again.
 */
export async function admitPayment(quoteId: string): Promise<void> {
  const needs = await findQuotedNeeds(quoteId);
  if (!needs) return void (await getQuote(quoteId)); // says that there is none
  if (!needs.unpaid) return;
  await assertRunnerReady(needs, needs.payerAddress ?? undefined);
  await assertSignsReceipts();
}
