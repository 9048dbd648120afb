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

interface Step extends LifecycleStep<QuoteState> {
  /** What the chain must have said. */
  chain: string;
  /** Which time counts. */
  time: string;
  /** What becomes of the grants. */
  grant: string;
}

/**
 * The life of a quote. What a late payment becomes: `closeLate`. Which faults lead to which step:
 * docs/settlement-failures.md. A quote that EXPIRED unpaid is deleted (lib/payments/unpaid); no other one ever is.
 */
export const QUOTE_LIFECYCLE = {
  table: "Quotes",
  column: "state",
  states: QUOTE_STATES,
  begins: ["QUOTED"],
  steps: {
    submit: {
      from: ["QUOTED"],
      to: ["SUBMITTED"],
      chain: "not asked: the bytes pay this quote, and are stored before they are sent",
      time: "before expires_at",
      grant: "none",
    },
    giveBack: {
      from: ["SUBMITTED"],
      to: ["QUOTED"],
      chain: "the rehearsal refused the bytes and nobody sent them on, or they landed and failed",
      time: "any",
      grant: "none",
    },
    expire: {
      from: ["QUOTED", "SUBMITTED"],
      to: ["EXPIRED"],
      chain: "its last valid block is final and no payment is found; or a local ledger is gone",
      time: "QUOTED: expires_at and the landing grace are over; SUBMITTED: any",
      grant: "none",
    },
    settle: {
      from: ["QUOTED", "SUBMITTED", "EXPIRED"],
      to: ["GRANTED"],
      chain: "shows a payment of this quote, at its commitment, and above a price at a second node",
      time: "the payment was handed in here, or landed before the landing grace was over",
      grant: "one for each call, in the same statement",
    },
    closeLate: {
      from: ["QUOTED", "EXPIRED"],
      to: ["LATE_UNAPPLIED"],
      chain: "shows a payment of this quote, which was not handed in here",
      time: "the payment landed after the landing grace was over",
      grant: "none",
    },
    consume: {
      from: ["GRANTED"],
      to: ["CONSUMED"],
      chain: "not asked",
      time: "any",
      grant: "the last one becomes CONSUMED, in the same transaction",
    },
    orphan: {
      from: ["GRANTED", "CONSUMED"],
      to: ["ORPHANED"],
      chain: "the payment is not there, and its last valid block is final; or it is final, and failed",
      time: "any",
      grant: "those not taken become WITHDRAWN, in the same transaction; a used one stays used",
    },
  },
} as const satisfies Lifecycle<QuoteState, Step>;

export type QuoteStep = keyof typeof QUOTE_LIFECYCLE.steps;

/** A quote for a wallet that was named when it was asked for. */
export const WALLET_RAIL = "wallet";
/** A quote for an agent that pays over HTTP, by MPP or x402: whoever signs its payment becomes its payer. */
export const AGENT_RAIL = "mpp";

/** A quote as it is kept. */
export interface QuoteRecord {
  id: string;
  versionId: string;
  rail: string;
  /** Calls that one payment buys; the price is that of all of them. */
  calls: number;
  /** Null while a quote for agents waits for its payer. */
  payerAddress: string | null;
  payeeAddress: string;
  treasuryAddress: string;
  priceLamports: bigint;
  creatorLamports: bigint;
  feeLamports: bigint;
  feeBasisPoints: number;
  /** JSON that fits the schema of the skill; null where several calls are bought: each brings its own. */
  input: unknown;
  inputDigest: string;
  packageDigest: string;
  reference: string;
  memo: string;
  genesisHash: string;
  blockhash: string;
  lastValidBlockHeight: bigint;
  commitment: string;
  state: QuoteState;
  /** Of the last refusal or failure, for the buyer to read. */
  reason: string | null;
  /** Of the payment that was handed in. */
  signature: string | null;
  rawTransaction: Uint8Array | null;
  /** Of a payment that an agent says it has sent; reserves nothing, says where to look. */
  reportedSignature: string | null;
  idempotencyKey: string | null;
  /** The price in the token that the market also takes, and how it is paid; null where it takes none. */
  tokenMint: string | null;
  tokenUnits: bigint | null;
  tokenDecimals: number | null;
  /** The creator's account of this token. */
  tokenAccount: string | null;
  /** The key of the market that pays the network for the transfer. */
  tokenFeePayer: string | null;
  /** Of the request an agent made, which it must repeat with its payment. */
  requestDigest: string | null;
  /** The API key it was asked for with; null for none. */
  askedWithKeyId: string | null;
  /** Since when its price is held for its payer against the limit that its wallet has signed; null where it is not. */
  heldAt: Date | null;
  expiresAt: Date;
  createdAt: Date;
  updatedAt: Date;
}
