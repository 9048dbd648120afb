import { database } from "@/lib/db/client";
import { expireQuote, noteSending, withdrawSubmission } from "@/lib/payments/quotes/quote-repository";
import { WALLET_RAIL, type QuoteRecord } from "@/lib/payments/quotes/quote";
import type { PaymentStatus } from "@/lib/payments/settlement/payment-status";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { SharedLook } from "@/lib/payments/settlement/shared-look";
import { settleBySignature } from "@/lib/payments/settlement/settle-by-signature";
import type { SolanaConnection } from "@/lib/solana/connection";
import { networkOf } from "@/lib/solana/networks";
import type { ChainPoint, SignatureState } from "@/lib/solana/on-chain";

export type ReconcileOutcome = "settled" | "late" | "failed_on_chain" | "expired" | "open";

const OPEN = { outcome: "open" } as const;

export interface Reconciled {
  outcome: ReconcileOutcome;
  /** What the quote has now, where this very look at the chain has settled it. */
  status?: PaymentStatus;
}

/**
 * Compares one open quote with the chain and acts on what it finds, once. A submitted transaction is looked up by its
 * signature, any payment by the quote's reference; `searchMemo` looks for an agent's payment, which has none, by its
 * memo. `look` has what other quotes of the same pass ask too. `rebroadcast` sends bytes that are not on the chain
 * again, and gives them up when their last valid block is final without them. Throws `LEDGER_UNAVAILABLE`; nothing has
 * changed then.
 */
export async function reconcileQuote(
  quote: QuoteRecord,
  context: SettlementContext,
  options: { rebroadcast: boolean; searchMemo?: boolean; look?: SharedLook },
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
  const wait = quote.state === "SUBMITTED" || !isHoldOver(quote, context);
  if (wait && networkOf(quote.genesisHash) !== "localnet") return OPEN;
  await expireQuote(database(), quote, "ledger_replaced");
  return { outcome: "expired" };
}

async function reconcileSubmitted(
  quote: QuoteRecord,
  signature: string,
  context: SettlementContext,
  options: { rebroadcast: boolean },
): Promise<Reconciled> {
  const { connection } = context;
  const state = await connection.signatureState(signature);
  if (state && hasReached(state, quote.commitment)) {
    const looked = await settleBySignature(quote, signature, context);
    if (looked.outcome === "settled" || looked.outcome === "late") return looked;
    // Believed when it is shown as well: who is told that a payment failed pays again.
    const failed = state.failed && looked.outcome === "rejected" && looked.reason === "failed_on_chain";
    return failed ? giveBackFailed(quote, signature) : OPEN;
  }
  if (!state && options.rebroadcast && quote.rawTransaction && (await noteSending(database(), quote))) {
    await connection.broadcast(quote.rawTransaction, { rehearse: false });
  }
  return OPEN;
}

async function giveBackFailed(quote: QuoteRecord, signature: string): Promise<Reconciled> {
  await withdrawSubmission(database(), quote, { signature, reason: "failed_on_chain" });
  return { outcome: "failed_on_chain" };
}

/**
 * Looks at every transaction that names the reference: anybody can put one there, so the first need not be the payment.
 */
async function reconcileByReference(
  quote: QuoteRecord,
  context: SettlementContext,
  { searchMemo = false, look }: { searchMemo?: boolean; look?: SharedLook },
): Promise<Reconciled> {
  // Asked before the search: what is final by then cannot land after it.
  const shared = look ?? new SharedLook(context.connection, [quote]);
  const final = await shared.final();
  const over = isOver(quote, final, context);
  let wait = false; // for finality, or for the second node
  let late: string | null = null;
  const candidates = over
    ? await listCandidatesAtEnd(quote, context, shared)
    : await listCandidates(quote, context, { searchMemo });
  for (const signature of candidates) {
    const looked = await settleBySignature(quote, signature, context);
    // One that came too late is no end while another, which came in time, is under way.
    if (looked.outcome === "late" && quote.state === "SUBMITTED") late ??= signature;
    else if (looked.outcome === "settled" || looked.outcome === "late") return looked;
    else wait ||= looked.outcome !== "rejected";
  }
  if (wait || !over) return OPEN;
  const ended = await expire(quote, final, context);
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
  { searchMemo }: { searchMemo: boolean },
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
  look: SharedLook,
): Promise<readonly string[]> {
  const { slot: minContextSlot } = await look.final();
  if (quote.rail === WALLET_RAIL)
    return connection.listSignatures(quote.reference, "confirmed", { minContextSlot });
  return withReported(quote, await look.listByMemo(quote), connection);
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
  return quote.state === "SUBMITTED" || isHoldOver(quote, context);
}

function isHoldOver({ expiresAt }: QuoteRecord, { clock, config }: SettlementContext): boolean {
  return clock.now().getTime() > expiresAt.getTime() + config.landingGraceMs;
}

async function expire(
  quote: QuoteRecord,
  final: ChainPoint,
  { connection }: SettlementContext,
): Promise<Reconciled> {
  if (quote.state === "SUBMITTED" && quote.signature) {
    const { slot, states } = await connection.signatureStatesAtSlot([quote.signature]);
    const [state] = states;
    if (state?.failed && state.commitment === "finalized") return giveBackFailed(quote, quote.signature);
    if (state || slot < final.slot) return OPEN; // it landed at the last moment, or this node is behind
  }
  const reason = quote.state === "SUBMITTED" ? "never_landed" : "not_paid";
  return (await expireQuote(database(), quote, reason)) ? { outcome: "expired" } : OPEN;
}

/** Whether a transaction has got as far as the quote asks for. */
function hasReached(state: SignatureState, commitment: string): boolean {
  return state.commitment === "finalized" || (state.commitment === "confirmed" && commitment !== "finalized");
}
