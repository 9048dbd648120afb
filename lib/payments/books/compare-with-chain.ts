import { inTransaction } from "@/lib/db/transaction";
import { AgentPayments } from "@/lib/payments/settlement/agent-payments";
import { compareQuote, type BookDifference } from "@/lib/payments/books/compare-quote";
import { listQuotesWithBooks } from "@/lib/payments/books/repository";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";

export interface BooksReport {
  quotes: number;
  /** Quotes made for another chain, which this node cannot be asked about. */
  otherChain: number;
  settlements: number;
  /** What the settlements in the database say was paid: price and excess. */
  bookLamports: bigint;
  /** What the chain says was paid for the same quotes, added up anew. */
  chainLamports: bigint;
  differences: BookDifference[];
}

const PAGE = 200;
const PAGE_TIMEOUT_MS = 600_000;

/** A sale between two statements is no difference. */
const listPage = (after: string) =>
  inTransaction((tx) => listQuotesWithBooks(tx, { after, limit: PAGE }), {
    atOneMoment: true,
    timeoutMs: PAGE_TIMEOUT_MS,
  });

/**
 * Adds up from the chain what was paid for every quote, found by its reference and its signatures, and compares it with
 * the database: payments, amounts and grants. It changes nothing. A quote without a settlement is searched as well, so
 * that a payment nobody noticed is found. Throws LEDGER_UNAVAILABLE.
 */
export async function compareWithChain(context: SettlementContext): Promise<BooksReport> {
  const genesisHash = await context.connection.genesisHash();
  const report: BooksReport = {
    quotes: 0,
    otherChain: 0,
    settlements: 0,
    bookLamports: 0n,
    chainLamports: 0n,
    differences: [],
  };
  const agentPayments = new AgentPayments(context.connection);
  for (let after = ""; ;) {
    const page = await listPage(after);
    for (const quote of page) {
      report.quotes++;
      if (quote.genesisHash !== genesisHash) {
        report.otherChain++;
        continue;
      }
      const { bookLamports, chainLamports, differences } = await compareQuote(quote, context, agentPayments);
      if (quote.settlement) report.settlements++;
      report.bookLamports += bookLamports;
      report.chainLamports += chainLamports;
      report.differences.push(...differences);
    }
    after = page.at(-1)?.id ?? "";
    if (page.length < PAGE) return report;
  }
}
