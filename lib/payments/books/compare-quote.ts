import type { AgentPayments } from "@/lib/payments/settlement/agent-payments";
import type { QuoteWithBooks } from "@/lib/payments/books/repository";
import { checkOutcome } from "@/lib/payments/settlement/check-outcome";
import { termsFor } from "@/lib/payments/quotes/payment-terms";
import { WALLET_RAIL } from "@/lib/payments/quotes/quote";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import type { SettlementRecord as Settlement } from "@/lib/payments/settlement/settlement-repository";
import { splitPrice } from "@/lib/payments/quotes/split-price";

export interface BookDifference {
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
  lamports: bigint;
}

interface QuoteComparison {
  bookLamports: bigint;
  chainLamports: bigint;
  differences: BookDifference[];
}

/** Compares one quote with the chain. Throws LEDGER_UNAVAILABLE. */
export async function compareQuote(
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
    const isShared = sharesOf(settlement).every((share, i) => share === owedShares(quote, settlement)[i]);
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
function owedShares(quote: QuoteWithBooks, { tokenMint }: Settlement): ReturnType<typeof sharesOf> {
  if (tokenMint === null) return [quote.creatorLamports, quote.feeLamports, null, null];
  const units = quote.tokenUnits ?? 0n;
  return [0n, 0n, units, splitPrice(units, quote.feeBasisPoints).feeLamports];
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
    const lamports = terms.token ? 0n : quote.priceLamports;
    const { payerAddress } = terms;
    if (verdict.ok) payments.push({ signature, payerAddress, lamports: lamports + verdict.excessLamports });
  }
  return payments;
}
