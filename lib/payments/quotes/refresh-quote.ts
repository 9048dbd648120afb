import { database } from "@/lib/db/client";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import { setBlockhash } from "@/lib/payments/quotes/quote-repository";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";

/**
 * The quote with a blockhash fetched just now, to be called right before a wallet signs: a price is held for longer
 * than a blockhash lives. One that is not waiting for its payment any more comes back as it is now.
 */
export async function refreshQuote(quote: QuoteRecord, context: SettlementContext): Promise<QuoteRecord> {
  const recent = await context.connection.latestBlockhash();
  const refreshed = await setBlockhash(database(), quote.id, recent);
  return refreshed ? { ...quote, ...recent } : getQuote(quote.id);
}
