import { DomainError } from "@/lib/kernel/errors";
import {
  findQuote,
  setBlockhash,
  clearInputsOfLostQuotes,
  clearInputsOfUsedQuotes,
} from "@/lib/payments/quotes/quote-repository";
import { AGENT_RAIL, type QuoteRecord } from "@/lib/payments/quotes/quote";
import { database, type Database } from "@/lib/db/client";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";

/**
 * The quote, if it was not `read` just now; throws `QUOTE_NOT_FOUND`. With `walletOnly`, an agent's quote is `PERMISSION_DENIED`: whoever signs
 * pays it, and its id is public as soon as a payment is on its way, so it is paid by the request alone that has
 * asked for it.
 */
export async function getQuote(
  id: string,
  { walletOnly = false, read }: { walletOnly?: boolean; read?: QuoteRecord } = {},
): Promise<QuoteRecord> {
  const quote = read ?? (await findQuote(id));
  const details = { quoteId: id };
  if (!quote) throw new DomainError("QUOTE_NOT_FOUND", "There is no such quote.", { details });
  if (!walletOnly || quote.rail !== AGENT_RAIL) return quote;
  const message = "This quote is paid by repeating the request that asked for it, with the payment.";
  throw new DomainError("PERMISSION_DENIED", message, { details });
}

/**
 * The quote with a blockhash fetched just now, to be called right before a wallet signs: a price is held for longer
 * than a blockhash lives. One that is not waiting for its payment any more comes back as it is now.
 */
export async function refreshQuote(quote: QuoteRecord, context: SettlementContext): Promise<QuoteRecord> {
  const recent = await context.connection.latestBlockhash();
  const refreshed = await setBlockhash(database(), quote.id, recent);
  return refreshed ? { ...quote, ...recent } : getQuote(quote.id);
}

/**
 * Forgets the inputs of quotes by which no call can be made any more: those of the given grants whose calls were
 * all made, and up to `limit` of those that gave no grant, or lost it, before `before`. Digests stay. In the
 * caller's transaction.
 */
export async function deleteQuotedInputs(
  tx: Database,
  { grantIds, before, limit }: { grantIds: readonly string[]; before: Date; limit: number },
): Promise<void> {
  await clearInputsOfUsedQuotes(tx, grantIds);
  await clearInputsOfLostQuotes(tx, { before, limit });
}
