import { database } from "@/lib/db/client";
import { DomainError, isDomainError, skillQuarantined } from "@/lib/kernel/errors";
import { traced } from "@/lib/kernel/observability/traced";
import { checkTransaction } from "@/lib/payments/transactions/check-transaction";
import { hasEverySignature } from "@/lib/payments/settlement/check-outcome";
import { recordWithinLimit } from "@/lib/payments/limits/keep-limit";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import {
  assertStillPayable,
  quoteExpired,
  readPaymentStatus,
  type PaymentOutcome,
  type PaymentStatus,
  getPaymentStatus,
} from "@/lib/payments/settlement/payment-status";
import { findQuarantine, withdrawSubmission, type Submission } from "@/lib/payments/quotes/quote-repository";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { termsFor } from "@/lib/payments/quotes/payment-terms";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { recheckExpiredQuote } from "@/lib/payments/settlement/settle";
import { transactionRejected } from "@/lib/payments/transactions/rejection";
import { findTransaction, type Transaction } from "@/lib/chain/solana/transaction";
import bs58 from "bs58";
import { setTimeout as sleep } from "node:timers/promises";
import { reconcileQuote } from "@/lib/payments/settlement/reconcile";

interface SubmitPaymentRequest {
  quoteId: string;
  /** The signed transaction, not yet broadcast ("pull"). */
  rawTransaction: Uint8Array;
  /** The quote must name its payer; see `getQuote`. */
  walletOnly?: boolean;
  /** The quote, where it was read just now. */
  read?: QuoteRecord;
}

/**
 * Takes a signed payment, checks it before any money moves, writes its signature and bytes down, broadcasts it and
 * waits a while for its landing. The same bytes may be submitted any number of times and always get the present status;
 * `SUBMITTED` means that the outcome is not known yet. Throws `QUOTE_NOT_FOUND`, `PERMISSION_DENIED`, `QUOTE_EXPIRED`,
 * `QUOTE_ALREADY_PAID`, `SETTLEMENT_FAILED`, `TRANSACTION_REJECTED`, `SPENDING_LIMIT_EXCEEDED` or, before anything was
 * sent and for a quote that was given up, `LEDGER_UNAVAILABLE` and `SKILL_QUARANTINED`.
 */
export async function submitPayment(
  request: SubmitPaymentRequest,
  context: SettlementContext,
): Promise<PaymentStatus> {
  return submitToQuote(await getQuote(request.quoteId, request), request.rawTransaction, context);
}

/** The same for a quote that was read just now. */
export function submitToQuote(
  quote: QuoteRecord,
  rawTransaction: Uint8Array,
  context: SettlementContext,
): Promise<PaymentStatus> {
  const facts = { "emporion.quote_id": quote.id };
  return traced("payment", facts, () => submit(quote, rawTransaction, context));
}

async function submit(
  quote: QuoteRecord,
  rawTransaction: Uint8Array,
  context: SettlementContext,
): Promise<PaymentStatus> {
  const quoteId = quote.id;
  if (isSameSubmission(quote, rawTransaction)) return resume(quote, context);
  await assertOpen(quote, context);
  const transaction = assertPays(quote, rawTransaction);
  const submission = await prepareSubmission(quote, transaction, rawTransaction, context);
  const submitted = await recordWithinLimit(quote, submission, context);
  if (!submitted) return joinOtherSubmission(quoteId, rawTransaction, context);
  context.onStep?.("submission_recorded", quoteId);
  await broadcastFirst(submitted, submission, context);
  context.onStep?.("broadcast", quoteId);
  return awaitSettlement(submitted, context);
}

function isSameSubmission(quote: QuoteRecord, rawTransaction: Uint8Array): boolean {
  return quote.rawTransaction !== null && Buffer.from(quote.rawTransaction).equals(rawTransaction);
}

function resume(quote: QuoteRecord, context: SettlementContext): Promise<PaymentStatus> {
  if (quote.state === "SUBMITTED") return awaitSettlement(quote, context);
  return quote.state === "EXPIRED" ? recheckExpiredQuote(quote, context) : readPaymentStatus(quote);
}

async function assertOpen(quote: QuoteRecord, { connection, clock }: SettlementContext): Promise<void> {
  assertStillPayable(quote);
  if (quote.state === "SUBMITTED") throw transactionRejected(quote.id, "another_transaction_pending");
  if (clock.now() > quote.expiresAt) throw quoteExpired(quote, "expired");
  if (quote.genesisHash !== (await connection.genesisHash())) throw quoteExpired(quote, "ledger_replaced");
}

function assertPays(quote: QuoteRecord, rawTransaction: Uint8Array): Transaction {
  const transaction = findTransaction(rawTransaction);
  if (!transaction) throw transactionRejected(quote.id, "malformed_transaction");
  const terms = termsFor(quote, transaction);
  const verdict = checkTransaction(transaction, terms, "strict");
  if (!verdict.ok) throw transactionRejected(quote.id, verdict.reason);
  if (!hasEverySignature(transaction, terms)) throw transactionRejected(quote.id, "bad_signature");
  return transaction;
}

/** A wallet may have put a younger blockhash in; then its life is counted from now. */
async function prepareSubmission(
  quote: QuoteRecord,
  transaction: Transaction,
  rawTransaction: Uint8Array,
  { connection }: SettlementContext,
): Promise<Submission> {
  const signature = bs58.encode(transaction.signatures[0] ?? new Uint8Array());
  const { payerAddress } = termsFor(quote, transaction);
  const { blockhash } = transaction;
  const { lastValidBlockHeight } = quote;
  const submission = { payerAddress, signature, rawTransaction, blockhash };
  if (blockhash === quote.blockhash) return { ...submission, lastValidBlockHeight };
  const itsLastValidHeight = await connection.findLastValidHeight(blockhash);
  if (itsLastValidHeight === null) throw transactionRejected(quote.id, "blockhash_expired");
  return { ...submission, lastValidBlockHeight: itsLastValidHeight };
}

/**
 * The quote could not be taken. Its skill may be in quarantine, or somebody else changed it meanwhile: with the same
 * bytes we wait with them, with others we stand back.
 */
async function joinOtherSubmission(
  quoteId: string,
  rawTransaction: Uint8Array,
  context: SettlementContext,
): Promise<PaymentStatus> {
  const quote = await getQuote(quoteId);
  if (isSameSubmission(quote, rawTransaction)) return resume(quote, context);
  await assertOpen(quote, context);
  const quarantined = await findQuarantine(database(), quote.versionId);
  if (quarantined) throw skillQuarantined(quarantined.slug, quarantined.reason);
  throw new DomainError("SIGNATURE_ALREADY_USED", "This transaction belongs to another quote.", {
    details: { quoteId },
  });
}

/**
 * The first broadcast, with a rehearsal: what the node refuses is not passed on, so the quote goes back to its payer,
 * unless a worker has sent it on while the node thought about it. Whatever else happens, the reconciler finds out what
 * became of the bytes.
 */
async function broadcastFirst(
  quote: QuoteRecord,
  { signature, rawTransaction }: Submission,
  { connection }: SettlementContext,
): Promise<void> {
  const result = await connection.broadcast(rawTransaction, { rehearse: true });
  if (result.outcome !== "refused") return;
  const { reason, detail } = result;
  const refused = { signature, reason, untouchedSince: quote.updatedAt };
  const withdrawn = await withdrawSubmission(database(), quote, refused);
  if (withdrawn) throw transactionRejected(quote.id, reason, { detail });
}

/** What another process did with the quote is looked at this often; the chain itself is asked at each poll. */
const READ_AGAIN_MS = 500;

/**
 * Waits up to `config.waitMs` for a submitted payment to settle or fail, sending its bytes again meanwhile, and returns
 * the status it has then; `submitted` is the quote as it was read or written just now. A node that does not answer is
 * not an error here: the payment stays under way, and the worker goes on.
 */
async function awaitSettlement(submitted: QuoteRecord, context: SettlementContext): Promise<PaymentStatus> {
  const { waitMs, pollMs, rebroadcastMs } = context.config;
  // Real time, also under a test's clock: this waits for another process; and none that can be set back.
  const startMs = performance.now();
  let sentMs = startMs;
  let readMs = startMs;
  let unreachable = false;
  let quote = submitted;
  while (quote.state === "SUBMITTED") {
    const rebroadcast = performance.now() - sentMs >= rebroadcastMs;
    if (rebroadcast) sentMs = performance.now();
    const looked = await reconcileIfReachable(quote, context, rebroadcast);
    if (looked.outcome === "settled" && looked.status) return looked.status;
    if (looked.outcome !== "open") break;
    unreachable = looked.why === "unreachable";
    if (performance.now() - startMs >= waitMs) break;
    await sleep(pollMs - (Date.now() % pollMs)); // all payments that wait ask at the same moment, and so together
    if (performance.now() - readMs < READ_AGAIN_MS) continue;
    readMs = performance.now();
    quote = await getQuote(quote.id); // another process may have been faster
  }
  const status = await getPaymentStatus(quote.id);
  return unreachable && status.state === "SUBMITTED" ? { ...status, reason: "ledger_unavailable" } : status;
}

async function reconcileIfReachable(
  quote: QuoteRecord,
  context: SettlementContext,
  rebroadcast: boolean,
): Promise<PaymentOutcome> {
  try {
    return await reconcileQuote(quote, context, { rebroadcast });
  } catch (error) {
    if (isDomainError(error, "LEDGER_UNAVAILABLE")) return { outcome: "open", why: "unreachable" };
    throw error;
  }
}
