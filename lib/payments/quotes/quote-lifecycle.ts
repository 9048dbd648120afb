import type { Lifecycle, LifecycleStep } from "@/lib/kernel/lifecycle";

/**
 * QUOTED: open, nothing was handed in. SUBMITTED: signed bytes are stored, and may be on the chain. GRANTED: paid, calls
 * are left. CONSUMED: all its calls were made. EXPIRED: given up, no payment was found. LATE_UNAPPLIED: paid after its
 * end, no grant. ORPHANED: its payment has vanished from the chain.
 */
export const QUOTE_STATES = [
  "QUOTED",
  "SUBMITTED",
  "GRANTED",
  "CONSUMED",
  "EXPIRED",
  "LATE_UNAPPLIED",
  "ORPHANED",
] as const;

export type QuoteState = (typeof QUOTE_STATES)[number];

interface QuoteStep extends LifecycleStep<QuoteState> {
  /** What the chain must have said. */
  chain: string;
  /** Which time counts. */
  time: string;
  /** What becomes of the grants. */
  grant: string;
}

/**
 * The life of a quote. What a late payment becomes: `closeAsLate`. Which faults lead to which step:
 * docs/settlement-failures.md. A quote that EXPIRED unpaid is deleted (lib/payments/unpaid); no other one ever is.
 */
export const QUOTE_LIFECYCLE = {
  table: "Quotes",
  column: "state",
  states: QUOTE_STATES,
  begins: ["QUOTED"],
  steps: {
    recordSubmission: {
      from: ["QUOTED"],
      to: ["SUBMITTED"],
      chain: "not asked: the bytes pay this quote, and are stored before they are sent",
      time: "before expires_at",
      grant: "none",
    },
    withdrawSubmission: {
      from: ["SUBMITTED"],
      to: ["QUOTED"],
      chain: "the rehearsal refused the bytes and nobody sent them on, or they landed and failed",
      time: "any",
      grant: "none",
    },
    expireQuote: {
      from: ["QUOTED", "SUBMITTED"],
      to: ["EXPIRED"],
      chain: "its last valid block is final and no payment is found; or a local ledger is gone",
      time: "QUOTED: expires_at and the landing grace are over; SUBMITTED: any",
      grant: "none",
    },
    insertSettlement: {
      from: ["QUOTED", "SUBMITTED", "EXPIRED"],
      to: ["GRANTED"],
      chain: "shows a payment of this quote, at its commitment, and above a price at a second node",
      time: "the payment was handed in here, or landed before the landing grace was over",
      grant: "one for each call, in the same statement",
    },
    closeAsLate: {
      from: ["QUOTED", "EXPIRED"],
      to: ["LATE_UNAPPLIED"],
      chain: "shows a payment of this quote, which was not handed in here",
      time: "the payment landed after the landing grace was over",
      grant: "none",
    },
    consumeHeldGrant: {
      from: ["GRANTED"],
      to: ["CONSUMED"],
      chain: "not asked",
      time: "any",
      grant: "the last one becomes CONSUMED, in the same transaction",
    },
    markOrphaned: {
      from: ["GRANTED", "CONSUMED"],
      to: ["ORPHANED"],
      chain: "the payment is not there, and its last valid block is final; or it is final, and failed",
      time: "any",
      grant: "those not taken become WITHDRAWN, in the same transaction; a used one stays used",
    },
  },
} as const satisfies Lifecycle<QuoteState, QuoteStep>;
