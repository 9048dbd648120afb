import { setBondSlashed } from "@/lib/audits/bond/bonds-repository";
import { listSlashDestinations, type MovableBond } from "@/lib/audits/bond/moves-repository";
import { database, type Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import type { SolanaConnection } from "@/lib/chain/solana/connection";
import type { OnChainTransaction, SeenAt } from "@/lib/chain/solana/on-chain";
import { addressesOf } from "@/lib/chain/solana/transaction";
import { logger } from "@/lib/kernel/observability/logger";
import { recordAuditEvent } from "@/lib/audits/record-audit-event";
import {
  deleteVaultSearch,
  listVaultSearches,
  moveVaultSearch,
  type OpenVaultSearch,
  type LeftDeposit,
} from "@/lib/audits/bond/vaults-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";

export type VaultHistoryChain = Pick<SolanaConnection, "listHistoryPage" | "findTransaction">;

/**
 * Anybody may name a vault in a transaction: so many are looked at in one go, and each costs a question to the node.
 */
const MOST_LOOKED_AT = 200;

interface Stretch {
  vaultAddress: string;
  /** The node must have come to this slot. */
  slot: number;
  /** Where an earlier look has stopped; null to begin with the newest. */
  before?: string | null;
  /** Nothing older is wanted. */
  afterSlot?: number | null;
}

interface Walked<T> {
  /** What was looked for; undefined when it was not there, as far as was looked. */
  found: T | undefined;
  /** The oldest that was looked at, when there are older ones: the next look goes on there. */
  before: string | null;
}

/**
 * Looks through final transactions that name a vault, the newest first, until `judge` says what one of them is.
 * Throws LEDGER_UNAVAILABLE.
 */
async function walk<T>(
  { vaultAddress, slot, before = null, afterSlot = null }: Stretch,
  chain: VaultHistoryChain,
  judge: (landed: OnChainTransaction) => T | undefined,
): Promise<Walked<T>> {
  let last = before;
  let looked = 0;
  for (;;) {
    const page = await chain.listHistoryPage(vaultAddress, { before: last, minContextSlot: slot });
    for (const entry of page.entries) {
      if (entry.slot !== null && afterSlot !== null && entry.slot <= afterSlot)
        return { found: undefined, before: null };
      if (looked === MOST_LOOKED_AT) return { found: undefined, before: last };
      looked++;
      last = entry.signature;
      if (entry.failed) continue;
      const landed = await chain.findTransaction(entry.signature, "finalized");
      if (landed === null) throw new TransactionNotShown(entry.signature);
      if (landed === "unreadable" || landed.failed) continue;
      const found = judge(landed);
      if (found !== undefined) return { found, before: null };
    }
    if (page.isLast) return { found: undefined, before: null };
  }
}

/**
 * A node that is behind the one that has named a final transaction, or has lost it: nothing follows from what it does
 * not show.
 */
class TransactionNotShown extends DomainError {
  constructor(readonly signature: string) {
    super("LEDGER_UNAVAILABLE", "The Solana node does not show a final transaction yet.");
  }
}

/**
 * The transaction that has this very message, whoever sent it, among the newest; null when none landed.
 * Throws LEDGER_UNAVAILABLE.
 */
export async function findByMessage(
  { vaultAddress, message }: { vaultAddress: string; message: Uint8Array },
  chain: VaultHistoryChain,
  slot: number,
): Promise<OnChainTransaction | null> {
  const { found } = await walk({ vaultAddress, slot }, chain, (landed) =>
    Buffer.from(landed.transaction.message).equals(message) ? landed : undefined,
  );
  return found ?? null;
}

/** A deposit that was given to who was harmed. */
interface Slash {
  destination: string;
  lamports: bigint;
  transaction: string;
  seen: SeenAt;
}

export interface SlashSearch {
  /** Null for a deposit that went elsewhere, or in parts, as far as was looked. */
  slash: Slash | null;
  /** Where the next look goes on; null when all was looked at that can tell. */
  before: string | null;
}

/**
 * Whether a deposit that has left its vault was paid to who challenged the version and was right: by the balances
 * before and after, so it does not matter who made the transaction, and whether this market ever saw it. What names the
 * vault only hides it until the next look. Throws LEDGER_UNAVAILABLE.
 */
export async function findSlash(
  deposit: LeftDeposit,
  chain: VaultHistoryChain,
  seen: SeenAt,
): Promise<SlashSearch> {
  const { id: bondId, versionId, vaultAddress, amountLamports: lamports, heldSlot, before = null } = deposit;
  const destinations = await listSlashDestinations(database(), { bondId, versionId });
  if (lamports === 0n || destinations.length === 0) return { slash: null, before: null };
  const stretch = { vaultAddress, slot: seen.slot, before, afterSlot: heldSlot };
  const walked = await walk(stretch, chain, (landed): Slash | "elsewhere" | undefined => {
    if (gain(landed, vaultAddress) > -lamports) return undefined;
    const destination = destinations.find((address) => gain(landed, address) >= lamports);
    return destination === undefined
      ? "elsewhere"
      : { destination, lamports, transaction: landed.signature, seen };
  });
  const { found } = walked;
  return { slash: found === undefined || found === "elsewhere" ? null : found, before: walked.before };
}

/** By how many lamports a transaction has changed what an account holds; 0 for one it does not name. */
function gain({ transaction, preBalances, postBalances }: OnChainTransaction, address: string): bigint {
  const place = addressesOf(transaction).indexOf(address);
  return BigInt(postBalances[place] ?? 0) - BigInt(preBalances[place] ?? 0);
}

/**
 * What a look at one deposit comes to; null where the node names a final transaction of its vault and does not show it.
 * Then nothing is decided about this deposit, however often it is asked, and the others are looked at all the same.
 */
export async function unlessNotShown<T>(vaultAddress: string, look: () => Promise<T>): Promise<T | null> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof TransactionNotShown)) throw error;
    logger.warn(
      { vaultAddress, transaction: error.signature },
      "the node names a final transaction and does not show it: the deposit stays as it was last seen",
    );
    return null;
  }
}

/** The bond is `slashed` and an entry of the log says so, once however many see it. In the caller's transaction. */
export async function recordSlash(
  db: Database,
  {
    id,
    versionId,
    vaultAddress,
    slug,
    version,
  }: Pick<MovableBond, "id" | "versionId" | "vaultAddress" | "slug" | "version">,
  { destination, lamports, transaction, seen }: Slash,
  at: Date,
): Promise<void> {
  if (!(await setBondSlashed(db, id, { seen, checkedAt: at }))) return;
  const data = {
    slug,
    version,
    vault: vaultAddress,
    lamports: lamports.toString(),
    destination,
    transaction,
  };
  await recordAuditEvent(db, { kind: "bond:slashed", subjectId: versionId, actor: vaultAddress, data }, at);
}

/** Each may cost two hundred questions to the ledger; the others follow in the next period. */
const MOST_AT_ONCE = 3;

/**
 * Goes on looking for where deposits went that have left their vaults, further back than one look goes: whoever names a
 * vault in hundreds of transactions delays that a slash is on record and does not prevent it. Returns how many were
 * gone on with; throws LEDGER_UNAVAILABLE.
 */
export async function searchVaults({
  chain,
}: {
  chain: VaultHistoryChain & { genesisHash: () => Promise<string> };
}): Promise<number> {
  const searches = await listVaultSearches(database(), MOST_AT_ONCE);
  const genesisHash = searches.length === 0 ? null : await chain.genesisHash();
  for (const search of searches) {
    if (search.seenChain === genesisHash) await goOn(search, chain, systemClock);
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
