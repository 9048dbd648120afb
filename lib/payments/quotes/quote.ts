import type { QuoteState } from "@/lib/payments/quotes/quote-lifecycle";

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
  expiresAt: Date;
  createdAt: Date;
  updatedAt: Date;
}
