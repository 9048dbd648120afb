import { database } from "@/lib/db/client";
import { isDomainError } from "@/lib/kernel/errors";
import { logFailure } from "@/lib/kernel/observability/logger";
import {
  expireQuote,
  noteSending,
  takeOpenQuotes,
  withdrawSubmission,
} from "@/lib/payments/quotes/quote-repository";
import { WALLET_RAIL, type QuoteRecord } from "@/lib/payments/quotes/quote";
import { AgentPayments } from "@/lib/payments/settlement/agent-payments";
import type { PaymentOutcome } from "@/lib/payments/settlement/payment-status";
import { settleBySignature } from "@/lib/payments/settlement/settle";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import type { SolanaConnection } from "@/lib/chain/solana/connection";
import { networkOf } from "@/lib/chain/solana/address";
import type { ChainPoint, SignatureState } from "@/lib/chain/solana/on-chain";

type ReconcileReport = Record<"settled" | "late" | "failed_on_chain" | "expired" | "open", number>;

const DEFAULT_LIMIT = 100;
const SUBMITTED_EVERY_MS = 2_000;
const QUOTED_EVERY_MS = 15_000;
/** Also what another clock has written a moment ago. */
const AT_ONCE_MS = -60_000;

/**
 * One pass of the worker over the quotes whose outcome is not known: a request may have died between any two steps, and
 * a browser may close after its wallet has paid. Stops early when the node does not answer. Any number of workers may
 * do this at once; each quote is looked at every few seconds at most.
 */
export async function reconcileQuotes(
  context: SettlementContext,
  options: { limit?: number; evenIfJustSeen?: boolean } = {},
): Promise<ReconcileReport> {
  const report: ReconcileReport = { settled: 0, late: 0, failed_on_chain: 0, expired: 0, open: 0 };
  const everyMs = (usualMs: number) => (options.evenIfJustSeen ? AT_ONCE_MS : usualMs);
  const quotes = await takeOpenQuotes({
    limit: options.limit ?? DEFAULT_LIMIT,
    submittedMs: everyMs(SUBMITTED_EVERY_MS),
    quotedMs: everyMs(QUOTED_EVERY_MS),
  });
  const pass = new ReconcilePass(context.connection, quotes);
  for (const quote of quotes) {
    try {
      const reconciled = await reconcileQuote(quote, context, { rebroadcast: true, pass });
      report[reconciled.outcome === "closed" ? reconciled.by : reconciled.outcome]++;
    } catch (error) {
      if (isDomainError(error, "LEDGER_UNAVAILABLE")) break;
      logFailure(error, { quoteId: quote.id }, "a quote could not be reconciled");
    }
  }
  return report;
}

/** The outcome for a quote as a whole: that one of several transactions does not pay it says nothing of it. */
type Reconciled = Exclude<PaymentOutcome, { outcome: "rejected" }>;

const UNDER_WAY = { outcome: "open", why: "under_way" } as const;

interface ReconcileOptions {
  /** Sends bytes that are not on the chain again, and gives them up when their last valid block is final without them. */
  rebroadcast: boolean;
  /** Looks for an agent's payment, which names no reference, by its memo. */
  searchMemo?: boolean;
  /** What other quotes of the same pass ask too. */
  pass?: ReconcilePass;
}

/**
 * Compares one open quote with the chain and acts on what it finds, once, in this order: a quote of another chain is
 * left; the transaction that was handed in is looked up by its signature; any payment is looked for by the quote's
 * reference or memo; what can no longer be paid is given up. Throws `LEDGER_UNAVAILABLE`; nothing has changed then.
 */
export async function reconcileQuote(
  quote: QuoteRecord,
  context: SettlementContext,
  options: ReconcileOptions,
): Promise<Reconciled> {
  if (quote.genesisHash !== (await context.connection.genesisHash())) return leaveOtherChain(quote, context);
  if (quote.state === "SUBMITTED" && quote.signature) {
    const bySignature = await reconcileSubmitted(quote, quote.signature, context, options);
    if (bySignature.outcome !== "open" || !options.rebroadcast) return bySignature;
  }
  return reconcileByReference(quote, context, options);
}

/**
 * A local ledger that is gone takes its quotes along. A public chain is never gone: the node is the wrong one, and what
 * was sent to the right one may have landed there.
 */
async function leaveOtherChain(quote: QuoteRecord, context: SettlementContext): Promise<Reconciled> {
  const wait = quote.state === "SUBMITTED" || !isGraceOver(quote, context);
  if (wait && networkOf(quote.genesisHash) !== "localnet") return UNDER_WAY;
  await expireQuote(database(), quote, "ledger_replaced");
  return { outcome: "closed", by: "expired" };
}

async function reconcileSubmitted(
  quote: QuoteRecord,
  signature: string,
  context: SettlementContext,
  { rebroadcast }: ReconcileOptions,
): Promise<Reconciled> {
  const { connection } = context;
  const state = await connection.signatureState(signature);
  if (state && hasReached(state, quote.commitment)) {
    const looked = await settleBySignature(quote, signature, context);
    if (looked.outcome === "settled" || looked.outcome === "late") return looked;
    // Believed when it is shown as well: who is told that a payment failed pays again.
    const failed = state.failed && looked.outcome === "rejected" && looked.reason === "failed_on_chain";
    return failed ? giveBackFailed(quote, signature) : UNDER_WAY;
  }
  if (!state && rebroadcast && quote.rawTransaction && (await noteSending(database(), quote))) {
    await connection.broadcast(quote.rawTransaction, { rehearse: false });
  }
  return UNDER_WAY;
}

async function giveBackFailed(quote: QuoteRecord, signature: string): Promise<Reconciled> {
  await withdrawSubmission(database(), quote, { signature, reason: "failed_on_chain" });
  return { outcome: "closed", by: "failed_on_chain" };
}

/**
 * Looks at every transaction that names the reference: anybody can put one there, so the first need not be the payment.
 */
async function reconcileByReference(
  quote: QuoteRecord,
  context: SettlementContext,
  { searchMemo = false, pass = new ReconcilePass(context.connection, [quote]) }: ReconcileOptions,
): Promise<Reconciled> {
  // Asked before the search: what is final by then cannot land after it.
  const final = await pass.final();
  const over = isOver(quote, final, context);
  let wait = false; // for finality, or for the second node
  let late: string | null = null;
  const candidates = over
    ? await listCandidatesAtEnd(quote, context, pass)
    : await listCandidates(quote, context, searchMemo);
  for (const signature of candidates) {
    const looked = await settleBySignature(quote, signature, context);
    // One that came too late is no end while another, which came in time, is under way.
    if (looked.outcome === "late" && quote.state === "SUBMITTED") late ??= signature;
    else if (looked.outcome === "settled" || looked.outcome === "late") return looked;
    else wait ||= looked.outcome !== "rejected";
  }
  if (wait || !over) return UNDER_WAY;
  const ended = await giveUp(quote, final, context);
  if (late === null || ended.outcome === "open") return ended;
  await settleBySignature({ ...quote, state: "EXPIRED" }, late, context);
  return { outcome: "late" };
}

/**
 * No payment of an agent names the reference, and one in a token is only ever sent by us, under its own signature. It
 * is looked for by the signature the agent has reported and, with `searchMemo`, by its memo among the payee's
 * transactions since the quote was made.
 */
async function listCandidates(
  quote: QuoteRecord,
  { connection }: SettlementContext,
  searchMemo: boolean,
): Promise<readonly string[]> {
  const { rail, reference, payeeAddress, memo, createdAt } = quote;
  if (rail === WALLET_RAIL) return connection.listSignatures(reference, "confirmed");
  const search = { memo, since: createdAt };
  const named = searchMemo ? await connection.listSignaturesWithMemo(payeeAddress, search) : [];
  return withReported(quote, named, connection);
}

/** Before a quote is given up, by a node that has come to what is final: by its memo, whatever was reported. */
async function listCandidatesAtEnd(
  quote: QuoteRecord,
  { connection }: SettlementContext,
  pass: ReconcilePass,
): Promise<readonly string[]> {
  const { slot: minContextSlot } = await pass.final();
  if (quote.rail === WALLET_RAIL)
    return connection.listSignatures(quote.reference, "confirmed", { minContextSlot });
  return withReported(quote, await pass.listByMemo(quote), connection);
}

async function withReported(
  { reportedSignature }: QuoteRecord,
  named: readonly string[],
  connection: SolanaConnection,
): Promise<readonly string[]> {
  if (reportedSignature === null) return named;
  const [state = null] = await connection.signatureStates([reportedSignature]);
  const others = named.filter((signature) => signature !== reportedSignature);
  return state && !state.failed ? [reportedSignature, ...others] : others;
}

/**
 * By the chain's own count: a node that is behind, or a clock that is ahead, ends no quote that could still be paid.
 */
function isOver(quote: QuoteRecord, final: ChainPoint, context: SettlementContext): boolean {
  if (final.height <= quote.lastValidBlockHeight) return false;
  return quote.state === "SUBMITTED" || isGraceOver(quote, context);
}

function isGraceOver({ expiresAt }: QuoteRecord, { clock, config }: SettlementContext): boolean {
  return clock.now().getTime() > expiresAt.getTime() + config.landingGraceMs;
}

async function giveUp(
  quote: QuoteRecord,
  final: ChainPoint,
  { connection }: SettlementContext,
): Promise<Reconciled> {
  if (quote.state === "SUBMITTED" && quote.signature) {
    const { slot, states } = await connection.signatureStatesAtSlot([quote.signature]);
    const [state] = states;
    if (state?.failed && state.commitment === "finalized") return giveBackFailed(quote, quote.signature);
    if (state || slot < final.slot) return UNDER_WAY; // it landed at the last moment, or this node is behind
  }
  const reason = quote.state === "SUBMITTED" ? "never_landed" : "not_paid";
  return (await expireQuote(database(), quote, reason)) ? { outcome: "closed", by: "expired" } : UNDER_WAY;
}

/** Whether a transaction has got as far as the quote asks for. */
function hasReached(state: SignatureState, commitment: string): boolean {
  return state.commitment === "finalized" || (state.commitment === "confirmed" && commitment !== "finalized");
}

/**
 * What one pass asks of the chain once for all of its quotes: a payee whose many quotes were left open by others costs
 * one reading of its transactions, not one for each quote. What is final is asked before anything is searched: what
 * could only land until then cannot land after the search.
 */
class ReconcilePass {
  readonly #oldestOf = new Map<string, Date>();
  #final: Promise<ChainPoint> | undefined;
  #payments: Promise<AgentPayments> | undefined;

  constructor(
    private readonly connection: SolanaConnection,
    quotes: readonly QuoteRecord[],
  ) {
    for (const { payeeAddress, createdAt } of quotes) {
      const oldest = this.#oldestOf.get(payeeAddress);
      if (oldest === undefined || createdAt < oldest) this.#oldestOf.set(payeeAddress, createdAt);
    }
  }

  /** Throws LEDGER_UNAVAILABLE. */
  final(): Promise<ChainPoint> {
    return (this.#final ??= this.connection.finalBlock());
  }

  /** Signatures of payments whose memo names the quote, oldest first. Throws LEDGER_UNAVAILABLE. */
  async listByMemo({ payeeAddress, memo, createdAt }: QuoteRecord): Promise<readonly string[]> {
    this.#payments ??= this.final().then(
      ({ slot }) => new AgentPayments(this.connection, { minContextSlot: slot }),
    );
    const oldest = this.#oldestOf.get(payeeAddress) ?? createdAt;
    return (await this.#payments).find({ payeeAddress, memo, createdAt: oldest });
  }
}
