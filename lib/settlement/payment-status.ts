import { DomainError } from "@/lib/errors";
import { getQuote } from "@/lib/settlement/get-quote";
import type { QuoteRecord, QuoteState } from "@/lib/settlement/quote-repository";
import { findPaidCalls, type PaidCalls } from "@/lib/settlement/settlement-repository";

/** Where the payment of one quote stands. `SUBMITTED` means: under way, ask again, do not pay again. */
export interface PaymentStatus {
  quoteId: string;
  quote: QuoteRecord;
  state: QuoteState;
  signature: string | null;
  /** The grant of the first call. */
  grantId: string | null;
  /** Paid calls that have not been made yet. */
  callsLeft: number;
  /** What was paid beyond the price; it went to the recipients and cannot be taken back. */
  excessLamports: bigint;
  reason: string | null;
}

/** The status as the database knows it; throws `QUOTE_NOT_FOUND`. */
export async function getPaymentStatus(quoteId: string): Promise<PaymentStatus> {
  const quote = await getQuote(quoteId);
  const paid = SETTLED.has(quote.state) ? await findPaidCalls(quoteId) : null;
  return toPaymentStatus(quote, paid ?? NOTHING_PAID);
}

const NOTHING_PAID: PaidCalls = { grantId: null, callsLeft: 0, excessLamports: 0n };

/** The status of a quote that was read just now, with what its settlement has given. */
export function toPaymentStatus(quote: QuoteRecord, paid: PaidCalls = NOTHING_PAID): PaymentStatus {
  const { id: quoteId, state, signature, reason } = quote;
  return { quoteId, quote, state, signature, reason, ...paid };
}

const SETTLED: ReadonlySet<QuoteState> = new Set(["GRANTED", "CONSUMED", "ORPHANED"]);

function isPaid(state: QuoteState): boolean {
  return state === "GRANTED" || state === "CONSUMED";
}

/** Throws for a quote that can no longer be paid: paid by something else, expired, or closed. */
export function assertStillPayable(quote: QuoteRecord): void {
  const details = { quoteId: quote.id, state: quote.state, reason: quote.reason };
  if (isPaid(quote.state)) {
    throw new DomainError("QUOTE_ALREADY_PAID", "Another transaction has paid this quote.", { details });
  }
  if (quote.state === "EXPIRED") throw quoteExpired(quote, "expired");
  if (quote.state === "LATE_UNAPPLIED" || quote.state === "ORPHANED") {
    throw new DomainError("SETTLEMENT_FAILED", "This quote was closed without a grant.", { details });
  }
}

export function quoteExpired(quote: QuoteRecord, reason: "expired" | "ledger_replaced"): DomainError {
  return new DomainError(
    "QUOTE_EXPIRED",
    "This quote has ended; ask for a new one. Nothing was charged by it.",
    {
      details: { quoteId: quote.id, reason, expiresAt: quote.expiresAt.toISOString() },
    },
  );
}
