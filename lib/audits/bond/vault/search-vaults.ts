import { recordSlash } from "@/lib/audits/bond/record-slash";
import {
  deleteVaultSearch,
  listVaultSearches,
  moveVaultSearch,
  type OpenVaultSearch,
} from "@/lib/audits/bond/vault/vaults-repository";
import { unlessNotShown } from "@/lib/audits/bond/vault/unless-not-shown";
import { findSlash, type Slash, type VaultHistoryChain } from "@/lib/audits/bond/vault/vault-history";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";

/** Each may cost two hundred questions to the ledger; the others follow in the next period. */
const MOST_AT_ONCE = 3;

/**
 * Goes on looking for where deposits went that have left their vaults, further back than one look goes: whoever names a
 * vault in hundreds of transactions delays that a slash is on record and does not prevent it. Returns how many were
 * gone on with; throws LEDGER_UNAVAILABLE.
 */
export async function searchVaults(
  { chain }: { chain: VaultHistoryChain & { genesisHash: () => Promise<string> } },
  clock: Clock = systemClock,
): Promise<number> {
  const searches = await listVaultSearches(database(), MOST_AT_ONCE);
  const genesisHash = searches.length === 0 ? null : await chain.genesisHash();
  for (const search of searches) {
    if (search.seenChain === genesisHash) await goOn(search, chain, clock);
    else await deleteVaultSearch(database(), search.deposit.id, search.deposit.before); // its chain is gone, and what was on it
  }
  return searches.length;
}

async function goOn(search: OpenVaultSearch, chain: VaultHistoryChain, clock: Clock): Promise<void> {
  const { deposit, seenChain, seenSlot } = search;
  const seen = { chain: seenChain ?? "", slot: Number(seenSlot ?? 0n) };
  const found = await unlessNotShown(deposit.vaultAddress, () => findSlash(deposit, chain, seen));
  if (found?.before === null) return end(search, found.slash, clock);
  const at = { bondId: deposit.id, before: deposit.before };
  // One that cannot be gone on with is the last to be tried again.
  const before = found?.before ?? deposit.before;
  await moveVaultSearch(database(), at, { before, searchedAt: clock.now() });
}

/** What has the row of the search writes: a deposit that has come back meanwhile has taken it away. */
async function end(
  { deposit, slug, version }: OpenVaultSearch,
  slash: Slash | null,
  clock: Clock,
): Promise<void> {
  await inTransaction(async (db) => {
    if (!(await deleteVaultSearch(db, deposit.id, deposit.before)) || !slash) return;
    await recordSlash(db, { ...deposit, slug, version }, slash, clock.now());
  });
}
