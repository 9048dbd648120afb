import path from "node:path";
import { systemClock } from "@/lib/kernel/clock";
import { env, unusableSettings } from "@/lib/config/env";
import { loadPlatformKey, type PlatformKey } from "@/lib/attestation/platform-key";
import {
  SETTLEMENT_DEFAULTS,
  type SettlementContext,
  type TokenRail,
} from "@/lib/payments/settlement/settlement-context";
import { solanaConnection, witnessConnection } from "@/lib/solana/current-connection";

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

/**
 * The token of `X402_MINT`, its rate, and the key that pays the network: `X402_FEE_PAYER_KEY` (PEM) or one kept beside
 * the data.
 */
function tokenRail(): TokenRail | null {
  const { X402_MINT: mint, X402_UNITS_PER_SOL: unitsPerSol } = env();
  if (mint === undefined || unitsPerSol === undefined) return null;
  const pem = process.env["X402_FEE_PAYER_KEY"];
  const file = dataFile("x402-fee-payer.pem");
  const from = pem ?? file;
  if (feePayer?.from !== from) feePayer = { key: loadPlatformKey({ ...(pem ? { pem } : {}), file }), from };
  return { mint, unitsPerSol, feePayer: feePayer.key };
}

const dataFile = (name: string) => path.join(env().DATA_DIRECTORY, name);
