import { assertRunnerReady } from "@/lib/running/runners/assert-runner-ready";
import { assertSignsReceipts } from "@/lib/running/calls/assert-signs-receipts";
import { findQuotedNeeds } from "@/lib/running/runnable-repository";
import { currentRunner } from "@/lib/running/runners/current-runner";
import { getQuote } from "@/lib/payments/quotes/get-quote";

/**
 * Asked before a signed payment is sent on: the call it pays for could begin in time, and a slot is kept for it. A quote whose payment is under way or
 * done is let through, as nothing more is charged for it. Throws QUOTE_NOT_FOUND and what `assertRunnerReady` and
 * `assertSignsReceipts` throw; the same payment can be handed in again.
 */
export async function admitPayment(quoteId: string): Promise<void> {
  const needs = await findQuotedNeeds(quoteId);
  if (!needs) return void (await getQuote(quoteId)); // says that there is none
  if (!needs.unpaid) return;
  await assertSignsReceipts();
  await assertRunnerReady(needs, { payerAddress: needs.payerAddress, saleId: quoteId });
}

/** As `admitPayment`, around the payment itself: what was not paid after all keeps no slot from others. */
export async function payAdmitted<T>(quoteId: string, pay: () => Promise<T>): Promise<T> {
  await admitPayment(quoteId);
  return dropIfRefused(quoteId, pay);
}

/** Does `pay`; where it throws, the slot that `admitPayment` kept is for others again. */
export async function dropIfRefused<T>(quoteId: string, pay: () => Promise<T>): Promise<T> {
  try {
    return await pay();
  } catch (error) {
    await currentRunner().dropSale?.(quoteId);
    throw error;
  }
}
