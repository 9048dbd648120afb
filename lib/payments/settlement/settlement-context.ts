import type { Clock } from "@/lib/kernel/clock";
import type { PlatformKey } from "@/lib/attestation/platform-key";
import type { SolanaConnection } from "@/lib/solana/connection";

export interface SettlementConfig {
  /** The platform's share of each price, in hundredths of a percent. */
  feeBasisPoints: number;
  treasuryAddress: string;
  /** How long a quoted price is held. */
  quoteTtlMs: number;
  /** A payment that was under way when its quote ended may still land for this long: the life of a blockhash. */
  landingGraceMs: number;
  /** Above this price a grant waits for finality instead of confirmation. */
  finalizedAboveLamports: bigint;
  /** Above this price a second node must show the payment too, if there is one (`witness`). */
  witnessAboveLamports: bigint;
  /** How long `submitPayment` and `claimPayment` wait for the ledger before they answer that it is under way. */
  waitMs: number;
  pollMs: number;
  /** Pause between two broadcasts of the same bytes. */
  rebroadcastMs: number;
}

export const SETTLEMENT_DEFAULTS: Omit<SettlementConfig, "treasuryAddress"> = {
  feeBasisPoints: 500,
  quoteTtlMs: 120_000,
  landingGraceMs: 90_000,
  finalizedAboveLamports: 1_000_000_000n,
  witnessAboveLamports: 1_000_000_000n,
  waitMs: 5_000,
  pollMs: 100,
  rebroadcastMs: 2_000,
};

/** Moments between which a process may die; recovery is proven for each of them. */
export type SettlementStep = "submission_recorded" | "broadcast" | "payment_seen";

/** A token that agents may pay with instead of lamports. */
export interface TokenRail {
  mint: string;
  /** Smallest units of the token for one SOL. */
  unitsPerSol: bigint;
  /** Pays the network for the payers' transfers, and holds no more than it needs for that. */
  feePayer: PlatformKey;
}

/** What every settlement use case needs from outside. */
export interface SettlementContext {
  config: SettlementConfig;
  connection: SolanaConnection;
  /** A node of somebody else, asked before a dear call is granted. */
  witness?: SolanaConnection;
  clock: Clock;
  /** Absent where only lamports are taken. */
  token?: TokenRail;
  /** Told of each step as it is reached, for traces; what it throws stops the use case there. */
  onStep?: (step: SettlementStep, quoteId: string) => void;
}
