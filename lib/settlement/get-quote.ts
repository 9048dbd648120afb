import { DomainError } from "@/lib/errors";
import { findQuote, type QuoteRecord } from "@/lib/settlement/quote-repository";

/** The quote; throws `QUOTE_NOT_FOUND`. */
export async function getQuote(id: string): Promise<QuoteRecord> {
  const quote = await findQuote(id);
  if (!quote)
    throw new DomainError("QUOTE_NOT_FOUND", "There is no such quote.", { details: { quoteId: id } });
  return quote;
}
