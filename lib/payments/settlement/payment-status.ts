import { DomainError } from "@/lib/kernel/errors";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import type { QuoteState } from "@/lib/payments/quotes/quote-lifecycle";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { REJECTION_REASONS } from "@/lib/payments/transactions/rejection-reasons";
import { transactionRejected } from "@/lib/payments/transactions/transaction-rejected";
import { findPaidCalls, type PaidCalls } from "@/lib/payments/settlement/settlement-repository";

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
  return readPaymentStatus(await getQuote(quoteId));
}

/** The status of a quote that was read just now. */
export async function readPaymentStatus(quote: QuoteRecord): Promise<PaymentStatus> {
  const paid = SETTLED.has(quote.state) ? await findPaidCalls(quote.id) : null;
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
  if (quote.state === "EXPIRED") throw quoteExpired(quote, quote.reason ?? "expired");
  if (quote.state === "LATE_UNAPPLIED" || quote.state === "ORPHANED") {
    throw new DomainError("SETTLEMENT_FAILED", "This quote was closed without a grant.", { details });
  }
}

/** What may still be found, though its quote was given up. */
const MAY_BE_FOUND: ReadonlySet<string | null> = new Set(["not_seen_yet", "ledger_unavailable"]);

/** Throws for a payment that has ended without a grant, or failed on the chain; what passes is paid, or under way. */
export function assertNotLost({ quote, reason }: PaymentStatus): void {
  if (isPaid(quote.state) || MAY_BE_FOUND.has(reason)) return;
  assertStillPayable(quote);
  const rejected = REJECTION_REASONS.find((each) => each === reason);
  if (quote.state === "QUOTED" && rejected) throw transactionRejected(quote.id, rejected);
}

export function quoteExpired(quote: QuoteRecord, reason: string): DomainError {
  const { id: quoteId, state, expiresAt } = quote;
  return new DomainError(
    "QUOTE_EXPIRED",
    "This quote has ended; ask for a new one. Nothing was charged by it.",
    { details: { quoteId, state, reason, expiresAt: expiresAt.toISOString() } },
  );
}
