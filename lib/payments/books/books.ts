import { inTransaction } from "@/lib/db/transaction";
import { AgentPayments } from "@/lib/payments/settlement/agent-payments";
import {
  listQuotesWithBooks,
  type QuoteWithBooks,
  findTimeOfFirstQuote,
  listKnownQuoteIds,
  listPayees,
  listTokenFeePayers,
} from "@/lib/payments/books/books-repository";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { checkOutcome } from "@/lib/payments/settlement/check-outcome";
import { termsFor, splitPrice, memosOfQuotes, quoteIdOfMemo } from "@/lib/payments/quotes/payment-terms";
import { WALLET_RAIL } from "@/lib/payments/quotes/quote";
import type { SettlementRecord as Settlement } from "@/lib/payments/settlement/settlement-repository";
import { database } from "@/lib/db/client";
import type { OnChainTransaction } from "@/lib/chain/solana/on-chain";
import { addressesOf } from "@/lib/chain/solana/transaction";

interface BooksReport {
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

interface BookDifference {
  quoteId: string;
  /**
   * `missing_on_chain`: the database has a payment the chain does not show. `paid_without_grant`: the other way round,
   * and the quote names no reason. `paid_twice`: more than one payment for one quote. `unknown_quote`: a payment for a
   * quote that is not in the database. `parties_differ`: who paid or was paid is somebody else on the chain.
   * `grants_differ`: calls are missing, or there are some without a payment. `amount_differs` and
   * `orphaned_but_on_chain` say what they mean.
   */
  kind:
    | "missing_on_chain"
    | "paid_without_grant"
    | "paid_twice"
    | "unknown_quote"
    | "amount_differs"
    | "parties_differ"
    | "orphaned_but_on_chain"
    | "grants_differ";
  signature: string | null;
}

interface ChainPayment {
  signature: string;
  payerAddress: string;
  /** 0 of one in a token. */
  lamports: bigint;
  /** Beyond the price: lamports, or units of the token. */
  excess: bigint;
}

interface QuoteComparison {
  bookLamports: bigint;
  chainLamports: bigint;
  differences: BookDifference[];
}

/** Compares one quote with the chain. Throws LEDGER_UNAVAILABLE. */
async function compareQuote(
  quote: QuoteWithBooks,
  context: SettlementContext,
  agentPayments: AgentPayments,
): Promise<QuoteComparison> {
  const payments = await findPayments(quote, context, agentPayments);
  const settlement = quote.settlement?.orphanedAt === null ? quote.settlement : null;
  const inLamports = settlement !== null && settlement.tokenMint === null;
  const bookLamports = inLamports
    ? settlement.creatorLamports + settlement.feeLamports + settlement.excessLamports
    : 0n;
  const kept = payments.find(({ signature }) => signature === settlement?.signature);
  const differences: BookDifference[] = [];
  const report = (kind: BookDifference["kind"], signature: string | null) =>
    differences.push({ quoteId: quote.id, kind, signature });

  if (settlement && !kept) report("missing_on_chain", settlement.signature);
  if (settlement && kept) {
    const isShared = sharesOf(settlement).every(
      (share, i) => share === owedShares(quote, settlement, kept)[i],
    );
    if (kept.lamports !== bookLamports || !isShared) report("amount_differs", settlement.signature);
    const { payerAddress, payeeAddress } = settlement;
    if (payerAddress !== kept.payerAddress || payeeAddress !== quote.payeeAddress)
      report("parties_differ", settlement.signature);
  }
  // Of a payment that vanished nobody can use what is left of its grants.
  const isUsable = settlement !== null || (quote.state !== "ORPHANED" && quote.grants.length > 0);
  if (isUsable && quote.grants.length !== (settlement ? quote.calls : 0))
    report("grants_differ", settlement?.signature ?? null);
  for (const { signature } of payments.filter((payment) => payment !== kept)) {
    if (settlement) report("paid_twice", signature);
    else if (quote.settlement) report("orphaned_but_on_chain", signature);
    else if (quote.state !== "LATE_UNAPPLIED") report("paid_without_grant", signature);
  }
  const chainLamports = (settlement && kept?.lamports) || 0n;
  return { bookLamports, chainLamports, differences };
}

/** What a settlement says that the creator and the market have of a payment, or have from it. */
const sharesOf = (settlement: Settlement) => [
  settlement.creatorLamports,
  settlement.feeLamports,
  settlement.tokenUnits,
  settlement.tokenFeeUnits,
];

/** What it has to say by its quote, of which the chain shows that it was paid. */
function owedShares(
  quote: QuoteWithBooks,
  { tokenMint }: Settlement,
  { excess }: ChainPayment,
): ReturnType<typeof sharesOf> {
  if (tokenMint === null) return [quote.creatorLamports, quote.feeLamports, null, null];
  const units = quote.tokenUnits ?? 0n;
  return [0n, 0n, units + excess, splitPrice(units, quote.feeBasisPoints).feeLamports];
}

/** Every transaction on the chain that pays this quote. */
async function findPayments(
  quote: QuoteWithBooks,
  { connection }: SettlementContext,
  agentPayments: AgentPayments,
): Promise<ChainPayment[]> {
  const named = await (quote.rail === WALLET_RAIL
    ? connection.listSignatures(quote.reference, "confirmed")
    : agentPayments.find(quote));
  const known = [quote.settlement?.signature, quote.signature, quote.reportedSignature, ...named];
  const payments: ChainPayment[] = [];
  for (const signature of new Set(known.filter((each) => typeof each === "string"))) {
    const landed = await connection.findTransaction(signature, "confirmed");
    if (!landed || landed === "unreadable") continue;
    const terms = termsFor(quote, landed.transaction);
    const verdict = checkOutcome(landed, terms);
    if (!verdict.ok) continue;
    const { excess } = verdict;
    const lamports = terms.token ? 0n : quote.priceLamports + excess;
    payments.push({ signature, payerAddress: terms.payerAddress, lamports, excess });
  }
  return payments;
}

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
