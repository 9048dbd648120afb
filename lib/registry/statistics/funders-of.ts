import { addressesOf } from "@/lib/solana/transaction";
import type { OnChainTransaction } from "@/lib/solana/on-chain";

/**
 * Who gave an address money in a transaction: the accounts whose balance fell in it. None for a transaction that failed,
 * or that gave the address nothing. Accounts that the transaction names through a lookup
 * table are not seen.
 */
export function fundersOf(
  { failed, transaction, preBalances, postBalances }: OnChainTransaction,
  address: string,
): string[] {
  const names = addressesOf(transaction);
  // Not a number where the node tells no balance: such an account has neither got nor given.
  const gain = (place: number) => Number(postBalances[place]) - Number(preBalances[place]);
  const hasGot = gain(names.indexOf(address)) > 0;
  if (failed || !hasGot) return [];
  return names.filter((_, place) => gain(place) < 0);
}
