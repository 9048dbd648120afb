import { database } from "@/lib/db/client";
import { assertRunnerReady } from "@/lib/running/assert-runner-ready";
import { findRunnableById } from "@/lib/running/runnable-repository";
import { getQuote } from "@/lib/settlement/get-quote";

/**
 * Asked before a signed payment is sent on: the call it pays for could begin now. A quote whose payment is under way or done is
 * let through, as nothing more is charged for it. Throws QUOTE_NOT_FOUND and what `assertRunnerReady` throws; the same
 * payment can be handed in again.
 */
export async function admitPayment(quoteId: string): Promise<void> {
  const quote = await getQuote(quoteId);
  if (quote.state !== "QUOTED") return;
  const version = await findRunnableById(database(), quote.versionId);
  if (version) await assertRunnerReady(version, quote.payerAddress ?? undefined);
}
