import type { TransactionErrorJson } from "@/lib/chain/ledger/error-names";

export interface LoadedAddresses {
  writable: string[];
  readonly: string[];
}

export interface InnerInstructions {
  index: number;
  instructions: { programIdIndex: number; accounts: number[]; data: string; stackHeight: number }[];
}

export interface TokenBalance {
  accountIndex: number;
  mint: string;
  owner: string;
  programId: string;
  uiTokenAmount: TokenAmount;
}

export interface TokenAmount {
  amount: string;
  decimals: number;
  uiAmount: number;
  uiAmountString: string;
}

/** A transaction that paid its fee and is part of the chain, whether or not its instructions succeeded. */
export interface LandedTransaction {
  signature: string;
  slot: number;
  unixSeconds: number;
  raw: Buffer;
  /** Static keys, then the addresses from lookup tables: writable, read-only. */
  accountKeys: string[];
  loadedAddresses: LoadedAddresses;
  error: TransactionErrorJson | null;
  feeLamports: bigint;
  computeUnits: number;
  logs: string[];
  innerInstructions: InnerInstructions[];
  returnData: { programId: string; data: [string, "base64"] } | null;
  preBalances: bigint[];
  postBalances: bigint[];
  preTokenBalances: TokenBalance[];
  postTokenBalances: TokenBalance[];
}
