import { VersionedTransaction } from "@solana/web3.js";
import { findTransaction } from "@/lib/chain/solana/transaction";
import bs58 from "bs58";
import type { z } from "zod";
import type { OnChainTransaction } from "@/lib/chain/solana/on-chain";
import type * as answers from "@/lib/chain/solana/rpc-answers";

/** The transaction in `raw` as web3.js has it; null for exactly what `findTransaction` refuses. */
export function findVersionedTransaction(raw: Uint8Array): VersionedTransaction | null {
  return findTransaction(raw) === null ? null : VersionedTransaction.deserialize(raw);
}

/** A node says null for a transaction that did not fail. */
export const isFailure = (err: unknown) => err !== null && err !== undefined;

/**
 * The transaction of a node's answer; null where it shows none or has not kept its outcome, `"unreadable"` for bytes
 * that are no transaction as far as is known here. Throws for another transaction than the one with this signature.
 */
export function readTransaction(
  found: z.output<typeof answers.transaction>,
  signature: string,
): OnChainTransaction | "unreadable" | null {
  if (!found?.meta) return null;
  const { meta, slot, blockTime, transaction: raw } = found;
  const transaction = findTransaction(raw);
  if (transaction === null) return "unreadable";
  const [first] = transaction.signatures;
  if (!first || bs58.encode(first) !== signature) throw new Error("The node shows another transaction.");
  return {
    signature,
    slot,
    blockTimeMs: blockTime ? blockTime * 1000 : null,
    failed: isFailure(meta.err),
    raw,
    transaction,
    preBalances: meta.preBalances,
    postBalances: meta.postBalances,
    preTokenUnits: toUnits(meta.preTokenBalances),
    postTokenUnits: toUnits(meta.postTokenBalances),
  };
}

interface TokenBalance {
  accountIndex: number;
  uiTokenAmount: { amount: string };
}

/** Units of a token by the index of the account that holds them; empty where a node tells of none. */
function toUnits(balances: readonly TokenBalance[] | null | undefined): ReadonlyMap<number, bigint> {
  return new Map(
    (balances ?? []).map(({ accountIndex, uiTokenAmount }) => [accountIndex, BigInt(uiTokenAmount.amount)]),
  );
}
