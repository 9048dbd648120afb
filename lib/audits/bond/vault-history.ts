import { listSlashDestinations } from "@/lib/audits/bond/moves-repository";
import { database } from "@/lib/db/client";
import type { SolanaConnection } from "@/lib/solana/connection";
import type { OnChainTransaction, SeenAt } from "@/lib/solana/on-chain";

export type VaultHistoryChain = Pick<SolanaConnection, "listSignatures" | "findTransaction">;

/** Anybody may name a vault in a transaction; what empties it is among the newest that do. */
const MOST_LOOKED_AT = 200;

/** Final transactions that name a vault, the newest first, of a node that has come to `slot`. Throws LEDGER_UNAVAILABLE. */
async function* readHistory(
  vaultAddress: string,
  chain: VaultHistoryChain,
  slot: number,
): AsyncGenerator<OnChainTransaction> {
  const signatures = await chain.listSignatures(vaultAddress, "finalized", { minContextSlot: slot });
  for (const signature of signatures.slice(-MOST_LOOKED_AT).toReversed()) {
    const landed = await chain.findTransaction(signature, "finalized");
    if (landed && landed !== "unreadable" && !landed.failed) yield landed;
  }
}

/** The transaction that has this very message, whoever sent it; null when none landed. Throws LEDGER_UNAVAILABLE. */
export async function findByMessage(
  { vaultAddress, message }: { vaultAddress: string; message: Uint8Array },
  chain: VaultHistoryChain,
  slot: number,
): Promise<OnChainTransaction | null> {
  for await (const landed of readHistory(vaultAddress, chain, slot)) {
    if (Buffer.from(landed.transaction.message.serialize()).equals(message)) return landed;
  }
  return null;
}

/** A deposit that was given to who was harmed. */
export interface Slash {
  destination: string;
  lamports: bigint;
  transaction: string;
  seen: SeenAt;
}

/**
 * Whether a deposit that has left its vault was paid to who challenged the version and was right: by the balances before and after, so it
 * does not matter who made the transaction, and whether this market ever saw it. Null for one that went elsewhere, or in parts. Throws
 * LEDGER_UNAVAILABLE.
 */
export async function findSlash(
  bond: { id: string; versionId: string; vaultAddress: string; amountLamports: bigint },
  chain: VaultHistoryChain,
  seen: SeenAt,
): Promise<Slash | null> {
  const { id: bondId, versionId, vaultAddress, amountLamports: lamports } = bond;
  if (lamports === 0n) return null;
  const destinations = await listSlashDestinations(database(), { bondId, versionId });
  if (destinations.length === 0) return null;
  for await (const landed of readHistory(vaultAddress, chain, seen.slot)) {
    if (gain(landed, vaultAddress) > -lamports) continue;
    const destination = destinations.find((address) => gain(landed, address) >= lamports);
    return destination === undefined ? null : { destination, lamports, transaction: landed.signature, seen };
  }
  return null;
}

/** By how many lamports a transaction has changed what an account holds; 0 for one it does not name. */
function gain({ transaction, preBalances, postBalances }: OnChainTransaction, address: string): bigint {
  const place = transaction.message.staticAccountKeys.findIndex((key) => key.toBase58() === address);
  return BigInt(postBalances[place] ?? 0) - BigInt(preBalances[place] ?? 0);
}
