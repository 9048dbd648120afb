import { database } from "@/lib/db/client";
import type { BookDifference } from "@/lib/payments/books/compare-quote";
import {
  findTimeOfFirstQuote,
  listKnownQuoteIds,
  listPayees,
  listTokenFeePayers,
} from "@/lib/payments/books/repository";
import { memosOfQuotes, quoteIdOfMemo } from "@/lib/payments/quotes/payment-terms";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import type { OnChainTransaction } from "@/lib/solana/on-chain";
import { addressesOf } from "@/lib/solana/transaction";

/** Ten million transactions. */
const MAX_PAGES = 10_000;
const AT_ONCE = 1_000;

/**
 * Where payments of this market leave a trace, and which transactions there are such payments: anybody may name an
 * address in one that pays nothing.
 */
interface Place {
  address: string;
  isPayment: (landed: OnChainTransaction) => boolean;
}

/**
 * Payments for quotes the database does not know: what was sold after the copy was made that the database was restored
 * from. They are found at the treasury by the fee; at the key that pays the network for payments in tokens; and, where
 * no fee is taken, at the creators that are known, if nobody but one of them was paid. Throws LEDGER_UNAVAILABLE.
 */
export async function findUnknownPayments(context: SettlementContext): Promise<BookDifference[]> {
  const since = (await findTimeOfFirstQuote(database())) ?? new Date(0);
  const found = new Map<string, BookDifference>();
  for (const place of await listPlaces(context)) {
    for (const each of await findAt(place, since, context))
      found.set(`${each.signature} ${each.quoteId}`, each);
  }
  return [...found.values()];
}

async function listPlaces({ config, token }: SettlementContext): Promise<Place[]> {
  const { treasuryAddress, feeBasisPoints } = config;
  const feePayers = new Set(await listTokenFeePayers(database()));
  if (token) feePayers.add(token.feePayer.keyId);
  const payees = await listPayees(database(), { all: feeBasisPoints === 0 });
  return [
    { address: treasuryAddress, isPayment: (landed) => gained(landed, treasuryAddress) },
    ...[...feePayers].map((address) => ({
      address,
      isPayment: ({ transaction }: OnChainTransaction) => addressesOf(transaction)[0] === address,
    })),
    ...payees.map((address) => ({
      address,
      isPayment: (landed: OnChainTransaction) => onlyPaid(landed, address),
    })),
  ];
}

async function findAt(
  { address, isPayment }: Place,
  since: Date,
  { connection }: SettlementContext,
): Promise<BookDifference[]> {
  const listed = await connection.listMemos(address, since, { maxPages: MAX_PAGES });
  const named = listed.flatMap(({ signature, memo }) =>
    memosOfQuotes(memo).map((each) => ({ signature, quoteId: quoteIdOfMemo(each) })),
  );
  const unknown: BookDifference[] = [];
  for (let at = 0; at < named.length; at += AT_ONCE) {
    const some = named.slice(at, at + AT_ONCE);
    const known = await listKnownQuoteIds(
      database(),
      some.map(({ quoteId }) => quoteId),
    );
    for (const { quoteId, signature } of some) {
      if (known.has(quoteId)) continue;
      const landed = await connection.findTransaction(signature, "confirmed");
      if (!landed || landed === "unreadable" || landed.failed || !isPayment(landed)) continue;
      unknown.push({ quoteId, kind: "unknown_quote", signature });
    }
  }
  return unknown;
}

const gains = ({ transaction, preBalances, postBalances }: OnChainTransaction) =>
  addressesOf(transaction).filter((_, place) => (postBalances[place] ?? 0) > (preBalances[place] ?? 0));

const gained = (landed: OnChainTransaction, address: string) => gains(landed).includes(address);

/** A market that takes a fee has paid somebody besides. */
const onlyPaid = (landed: OnChainTransaction, address: string) =>
  gained(landed, address) && gains(landed).length === 1;
