import { database } from "@/lib/db/client";
import { getQuote } from "@/lib/settlement/get-quote";
import { setBlockhash, type QuoteRecord } from "@/lib/settlement/quote-repository";
import type { SettlementContext } from "@/lib/settlement/settlement-context";

/**
 * The quote with a blockhash fetched just now, to be called right before a wallet signs: a price is held for longer than a
 * blockhash lives. A quote that is not waiting for its payment comes back unchanged. Throws `QUOTE_NOT_FOUND`.
 */
export async function refreshQuote(quoteId: string, context: SettlementContext): Promise<QuoteRecord> {
  const quote = await getQuote(quoteId);
  if (quote.state !== "QUOTED") return quote;
  await setBlockhash(database(), quoteId, await context.connection.latestBlockhash());
  return getQuote(quoteId);
}
