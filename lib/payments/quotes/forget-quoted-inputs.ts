import type { Database } from "@/lib/db/client";
import { clearInputsOfLostQuotes, clearInputsOfUsedQuotes } from "@/lib/payments/quotes/quote-repository";

/**
 * Forgets the inputs of quotes by which no call can be made any more: those of the given grants whose calls were
 * all made, and up to `limit` of those that gave no grant, or lost it, before `before`. Digests stay. In the
 * caller's transaction.
 */
export async function forgetQuotedInputs(
  tx: Database,
  { grantIds, before, limit }: { grantIds: readonly string[]; before: Date; limit: number },
): Promise<void> {
  await clearInputsOfUsedQuotes(tx, grantIds);
  await clearInputsOfLostQuotes(tx, { before, limit });
}
