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
  const gain = (place: number) => (postBalances[place] ?? 0) - (preBalances[place] ?? 0);
  const own = names.indexOf(address);
  if (failed || own < 0 || gain(own) <= 0) return [];
  return names.filter((_, place) => gain(place) < 0);
}
