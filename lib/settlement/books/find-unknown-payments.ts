import { database } from "@/lib/db/client";
import type { BookDifference } from "@/lib/settlement/books/compare-quote";
import { findTimeOfFirstQuote, listKnownQuoteIds } from "@/lib/settlement/books/repository";
import { memosOfQuotes, quoteIdOfMemo } from "@/lib/settlement/payment-terms";
import type { SettlementContext } from "@/lib/settlement/settlement-context";

/** Ten million transactions. */
const MAX_PAGES = 10_000;
const AT_ONCE = 1_000;

/**
 * Payments that brought the treasury its fee, for quotes the database does not know: what was sold after the copy was made that the
 * database was restored from. Where the fee is nothing, or paid otherwise, the chain holds no trace of them here. Throws
 * LEDGER_UNAVAILABLE.
 */
export async function findUnknownPayments({
  connection,
  config,
}: SettlementContext): Promise<BookDifference[]> {
  const { treasuryAddress } = config;
  const since = (await findTimeOfFirstQuote(database())) ?? new Date(0);
  const listed = await connection.listMemos(treasuryAddress, since, { maxPages: MAX_PAGES });
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
      // Anybody may name the treasury and a quote in a transaction that pays nothing.
      const landed = await connection.findTransaction(signature, "confirmed");
      if (!landed || landed === "unreadable" || landed.failed) continue;
      const place = landed.transaction.message.staticAccountKeys.findIndex(
        (key) => key.toBase58() === treasuryAddress,
      );
      if ((landed.postBalances[place] ?? 0) > (landed.preBalances[place] ?? 0))
        unknown.push({ quoteId, kind: "unknown_quote", signature });
    }
  }
  return unknown;
}
