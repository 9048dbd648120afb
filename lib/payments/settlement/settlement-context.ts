import { type Clock, systemClock } from "@/lib/kernel/clock";
import { type PlatformKey, loadPlatformKey } from "@/lib/log/attestation/platform-key";
import type { SpendingTerms } from "@/lib/payments/limits/spending-statement";
import type { SolanaConnection } from "@/lib/chain/solana/connection";
import path from "node:path";
import { env, unusableSettings } from "@/lib/platform/config/env";
import { solanaConnection, witnessConnection } from "@/lib/chain/solana/current-connection";
import { usdcPrice } from "@/lib/payments/rates/usdc-price";

interface SettlementConfig {
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
  /** How long `submitPayment` and `submitSignature` wait for the ledger before they answer that it is under way. */
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

export interface TokenPrice {
  mint: string;
  /** Smallest units of the token for one SOL. */
  unitsPerSol: bigint;
}

/** A token that agents may pay with instead of lamports. */
interface TokenRail {
  /** What is taken now, on the chain with this genesis hash; null where no recent rate says how much. */
  price: (genesisHash: string) => Promise<TokenPrice | null>;
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
  /** How well a version was checked, asked for wallets whose limits ask for it; absent: `Unverified`, which is refused then. */
  auditStateOf?: (versionId: string) => Promise<SpendingTerms["leastAuditState"]>;
  /** Told of each step as it is reached, for traces; what it throws stops the use case there. */
  onStep?: (step: SettlementStep, quoteId: string) => void;
}

/**
 * Where the platform fee goes: `TREASURY_ADDRESS`. On the local ledger it may be left out; then a key of its own is
 * made and kept beside the data. Throws when it is missing on any other chain.
 */
export function treasuryAddress(): string {
  const { TREASURY_ADDRESS, localLedger } = env();
  if (TREASURY_ADDRESS !== undefined) return TREASURY_ADDRESS;
  if (!localLedger)
    throw unusableSettings(["SOLANA_RPC_URL is not the local ledger on LEDGER_PORT: set TREASURY_ADDRESS."]);
  return loadPlatformKey({ file: dataFile("treasury-key.pem") }).keyId;
}

/** What the settlement use cases of this process work with, from its settings. */
export function currentSettlement(): SettlementContext {
  const { FEE_BASIS_POINTS, QUOTE_TTL_SECONDS, FINALIZED_ABOVE_LAMPORTS, WITNESS_ABOVE_LAMPORTS } = env();
  const witness = witnessConnection();
  const token = tokenRail();
  return {
    config: {
      ...SETTLEMENT_DEFAULTS,
      feeBasisPoints: FEE_BASIS_POINTS,
      quoteTtlMs: QUOTE_TTL_SECONDS * 1000,
      finalizedAboveLamports: FINALIZED_ABOVE_LAMPORTS,
      witnessAboveLamports: WITNESS_ABOVE_LAMPORTS,
      treasuryAddress: treasuryAddress(),
    },
    connection: solanaConnection(),
    ...(witness ? { witness } : {}),
    ...(token ? { token } : {}),
    clock: systemClock,
  };
}

let feePayer: { key: PlatformKey; from: string } | undefined;

/** The token of the settings, and the key that pays the network: `X402_FEE_PAYER_KEY` (PEM) or one kept beside the data. */
function tokenRail(): TokenRail | null {
  const price = tokenPrice();
  if (price === null) return null;
  const pem = process.env["X402_FEE_PAYER_KEY"];
  const file = dataFile("x402-fee-payer.pem");
  const from = pem ?? file;
  if (feePayer?.from !== from) feePayer = { key: loadPlatformKey({ ...(pem ? { pem } : {}), file }), from };
  return { price, feePayer: feePayer.key };
}

/** `X402_TOKEN`, whose rate a source says, or `X402_MINT` with the rate of `X402_UNITS_PER_SOL`; null for neither. */
function tokenPrice(): TokenRail["price"] | null {
  const { X402_TOKEN, X402_MINT: mint, X402_UNITS_PER_SOL: unitsPerSol } = env();
  if (X402_TOKEN === "USDC") return usdcPrice;
  return mint === undefined || unitsPerSol === undefined
    ? null
    : () => Promise.resolve({ mint, unitsPerSol });
}

const dataFile = (name: string) => path.join(env().DATA_DIRECTORY, name);
