import type { Transaction } from "@/lib/chain/solana/transaction";

/** How far a block must have got for what it holds to be told. */
export type Finality = "confirmed" | "finalized";

export interface RecentBlockhash {
  blockhash: string;
  lastValidBlockHeight: bigint;
}

/**
 * Up to where the chain was seen. A local ledger may be replaced by another, whose slots begin anew: slots of two
 * chains say nothing of each other.
 */
export interface SeenAt {
  /** Its genesis hash. */
  chain: string;
  slot: number;
}

/** One block. */
export interface ChainPoint {
  slot: number;
  height: bigint;
}

export interface SignatureState {
  slot: number;
  commitment: "processed" | "confirmed" | "finalized";
  failed: boolean;
}

export interface AccountState {
  owner: string;
  lamports: bigint;
  data: Uint8Array;
}

/** A transaction on the chain, with the balances of its accounts before and after it. */
export interface OnChainTransaction {
  signature: string;
  slot: number;
  /** Null when the node does not know the time of the block. */
  blockTimeMs: number | null;
  failed: boolean;
  transaction: Transaction;
  /** The same as the node gave it. */
  raw: Uint8Array;
  preBalances: readonly number[];
  postBalances: readonly number[];
  /** Units in the token accounts among its accounts, by their place in the message. */
  preTokenUnits: ReadonlyMap<number, bigint>;
  postTokenUnits: ReadonlyMap<number, bigint>;
}
