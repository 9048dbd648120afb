import { HOUR_MS } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { isDomainError } from "@/lib/kernel/errors";
import { logger } from "@/lib/kernel/observability/logger";
import { solanaConnection } from "@/lib/chain/solana/current-connection";
import type { SolanaConnection } from "@/lib/chain/solana/connection";
import {
  insertPayerOrigin,
  listUnjudgedCalls,
  listUnknownPayers,
  setCounts,
  type UnjudgedCall,
} from "@/lib/registry/statistics/statistics-repository";
import { addressesOf } from "@/lib/chain/solana/transaction";
import type { OnChainTransaction } from "@/lib/chain/solana/on-chain";

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

/** What is known of a call when it is judged whether it counts. */
interface CallFacts {
  /** The account that called is one that answers or answered for the skill: owner, former owner or maintainer. */
  isByPublisher: boolean;
  /** Null for a free call. */
  payment: PaymentFacts | null;
}

export interface PaymentFacts {
  /** The payer is a wallet that a version of the skill pays, or one of an account that answers or answered for it. */
  isFromPublisher: boolean;
  /** The payer's first money came from such a wallet. Null where that is not known. */
  isFundedByPublisher: boolean | null;
  /** What the market takes of a price, in basis points, and what it took of this one: lamports, or units of the token. */
  feeBasisPoints: number;
  fee: bigint;
}

/**
 * Whether a call is a use by somebody else than the publisher, and, if it was paid for, cost its payer more than the
 * network takes. Only such calls are counted: in `total_calls`, `calls_7d`, trending, charts and rates of success; and
 * only such a purchase makes a verified buyer.
 *
 * A price that is too low for one lamport of fee buys a receipt for next to nothing. Where the market takes no fee at
 * all, that says nothing.
 */
export function countsAsUse({ isByPublisher, payment }: CallFacts): boolean {
  if (isByPublisher) return false;
  if (payment === null) return true;
  if (payment.isFromPublisher || payment.isFundedByPublisher === true) return false;
  return payment.feeBasisPoints === 0 || payment.fee > 0n;
}
