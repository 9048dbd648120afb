import { DomainError } from "@/lib/kernel/errors";
import { findQuote } from "@/lib/payments/quotes/quote-repository";
import { AGENT_RAIL, type QuoteRecord } from "@/lib/payments/quotes/quote";

/**
 * The quote; throws `QUOTE_NOT_FOUND`. With `walletOnly`, an agent's quote is `PERMISSION_DENIED`: whoever signs
 * pays it, and its id is public as soon as a payment is on its way, so it is paid by the request alone that has
 * asked for it.
 */
export async function getQuote(
  id: string,
  { walletOnly = false }: { walletOnly?: boolean } = {},
): Promise<QuoteRecord> {
  const quote = await findQuote(id);
  const details = { quoteId: id };
  if (!quote) throw new DomainError("QUOTE_NOT_FOUND", "There is no such quote.", { details });
  if (!walletOnly || quote.rail !== AGENT_RAIL) return quote;
  const message = "This quote is paid by repeating the request that asked for it, with the payment.";
  throw new DomainError("PERMISSION_DENIED", message, { details });
}
