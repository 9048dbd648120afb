import type { QuoteRecord } from "@/lib/payments/quotes/quote";

/** The request that brings a payment. */
export interface PayingRequest {
  /** Digest of what is called, which the quote was made for. */
  requestDigest: string;
  /**
   * Asked with the quote once it is known that the payment answers what this very caller was offered, and before
   * anything is done with it; what it throws ends the request.
   */
  admit?: (quote: QuoteRecord) => Promise<void>;
}
