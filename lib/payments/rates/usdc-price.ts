import { networkOf } from "@/lib/chain/solana/address";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { findRate } from "@/lib/payments/rates/refresh-rate";

/** Circle's own mints. The local ledger has its test token where devnet has this one. */
const MINTS: Readonly<Record<string, string>> = {
  "mainnet-beta": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  devnet: "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU",
  localnet: "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU",
};

/**
 * USDC of a chain, by its genesis hash, and its smallest units for one SOL; null on a chain without it, and while no
 * source has said within the last hour what one SOL is in dollars: an old rate sells too cheaply, or cheats the payer.
 * One USDC counts as one dollar. Its units are millionths, as those of a rate are.
 */
export async function usdcPrice(
  genesisHash: string,
  clock: Clock = systemClock,
): Promise<{ mint: string; unitsPerSol: bigint } | null> {
  const mint = MINTS[networkOf(genesisHash)];
  if (mint === undefined) return null;
  const rate = await findRate(clock);
  return rate?.currency === "USD" ? { mint, unitsPerSol: rate.micros } : null;
}
