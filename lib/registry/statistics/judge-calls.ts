import { HOUR_MS } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { isDomainError } from "@/lib/kernel/errors";
import { logger } from "@/lib/kernel/observability/logger";
import { solanaConnection } from "@/lib/solana/current-connection";
import type { SolanaConnection } from "@/lib/solana/connection";
import { countsAsUse, type CallFacts } from "@/lib/registry/statistics/counts-as-use";
import {
  insertPayerOrigin,
  listUnjudgedCalls,
  listUnknownPayers,
  setCounts,
  type UnjudgedCall,
} from "@/lib/registry/statistics/judgement-repository";
import { addressesOf } from "@/lib/solana/transaction";
import type { OnChainTransaction } from "@/lib/solana/on-chain";

/** So that one pass is short, however many calls there were: the rest follows in the next. */
const MOST_CALLS = 5_000;
const MOST_PAYERS = 50;
/** Anybody can name an address in a transaction that gives it nothing, before the one that does. */
const MOST_TRANSACTIONS = 10;
/** What paid for a call is final by then, and so is what its payer paid it with. */
const FINAL_AFTER_MS = 60_000;
/** A call whose payer the chain could not be asked about for so long is judged without. */
const WAIT_FOR_CHAIN_MS = HOUR_MS;

/**
 * Judges the calls that have ended since the last pass (`countsAsUse`), by what is known now; the worker does this every
 * minute, before it counts. Returns how many were judged.
 */
export async function judgeCalls(now: Date): Promise<number> {
  await lookUpPayers(now);
  const chainBefore = new Date(now.getTime() - WAIT_FOR_CHAIN_MS);
  const calls = await listUnjudgedCalls(database(), { chainBefore, limit: MOST_CALLS });
  const [counting, others] = [true, false].map((counts) =>
    calls.filter((call) => countsAsUse(factsOf(call)) === counts).map(({ id }) => id),
  );
  await setCounts(database(), { counting: counting ?? [], others: others ?? [] });
  return calls.length;
}

function factsOf({
  isByPublisher,
  isPaid,
  isFromPublisher,
  isFundedByPublisher,
  ...fee
}: UnjudgedCall): CallFacts {
  if (!isPaid) return { isByPublisher, payment: null };
  const payment = { isFromPublisher, isFundedByPublisher, feeBasisPoints: fee.feeBasisPoints, fee: fee.fee };
  return { isByPublisher, payment };
}

/** Asks the chain once for each new payer where its first money came from. What it cannot be asked now waits. */
async function lookUpPayers(now: Date): Promise<void> {
  const finalBefore = new Date(now.getTime() - FINAL_AFTER_MS);
  const payers = await listUnknownPayers(database(), { finalBefore, limit: MOST_PAYERS });
  try {
    for (const address of payers) {
      const funders = await findFunders(solanaConnection(), address);
      await insertPayerOrigin(database(), { address, funders, lookedUpAt: now });
    }
  } catch (error) {
    if (!isDomainError(error, "LEDGER_UNAVAILABLE")) throw error;
    logger.debug({ code: error.code }, "the origin of payers is looked up later");
  }
}

/**
 * Who gave a wallet its first money. Nobody is known of one with a longer history than a node tells at once: it is no
 * throw-away wallet. Throws LEDGER_UNAVAILABLE.
 */
async function findFunders(connection: SolanaConnection, address: string): Promise<string[]> {
  const { entries, isLast } = await connection.listHistoryPage(address, { before: null, minContextSlot: 0 });
  if (!isLast) return [];
  const oldest = entries.filter(({ failed }) => !failed).slice(-MOST_TRANSACTIONS);
  for (const { signature } of oldest.toReversed()) {
    const transaction = await connection.findTransaction(signature, "finalized");
    const funders = transaction && transaction !== "unreadable" ? fundersOf(transaction, address) : [];
    if (funders.length > 0) return funders;
  }
  return [];
}

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
