import { DomainError } from "@/lib/kernel/errors";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import type { QuoteState, QuoteRecord } from "@/lib/payments/quotes/quote";
import {
  REJECTION_REASONS,
  transactionRejected,
  type RejectionReason,
} from "@/lib/payments/transactions/rejection";
import {
  findPaidCalls,
  type PaidCalls,
  findSettlement,
  type SettlementRecord,
} from "@/lib/payments/settlement/settlement-repository";
import { database } from "@/lib/db/client";

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

/**
 * What one look at the chain has made of a quote. `settled`: it has its settlement and grants, made now or before, by this
 * transaction or another; made now, with the status that this gave it. `late`: the payment was right but landed too long
 * after the quote had ended; it gives no grant. `rejected`: this transaction does not pay this quote, which is untouched.
 * `open`: nothing is decided, and it is looked at again: the chain does not show the payment as far as the quote asks
 * for, the second node does not show it, no node answers, or it is under way. `closed`: the quote was given up, or given
 * back to its payer.
 */
export type PaymentOutcome =
  | { outcome: "settled"; status?: PaymentStatus }
  | { outcome: "late" }
  | { outcome: "rejected"; reason: RejectionReason }
  | { outcome: "open"; why: "unseen" | "unwitnessed" | "unreachable" | "under_way" }
  | { outcome: "closed"; by: "expired" | "failed_on_chain" };

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

export type PaymentState = "confirmed" | "final" | "vanished";

/** How sure a payment is: seen, beyond any reorganisation, or taken back by one. */
export function paymentState({
  finalizedAt,
  orphanedAt,
}: {
  finalizedAt: Date | null;
  orphanedAt: Date | null;
}): PaymentState {
  if (orphanedAt) return "vanished";
  return finalizedAt ? "final" : "confirmed";
}

/** The settlement of a paid quote; throws `GRANT_NOT_FOUND` for one that is not paid. */
export async function getSettlement(quoteId: string): Promise<SettlementRecord> {
  const settlement = await findSettlement(database(), quoteId);
  if (settlement) return settlement;
  throw new DomainError("GRANT_NOT_FOUND", "This quote was not paid.", { details: { quoteId } });
}
