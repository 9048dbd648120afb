import { setTimeout as sleep } from "node:timers/promises";
import { database } from "@/lib/db/client";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { traced } from "@/lib/kernel/observability/traced";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import {
  assertStillPayable,
  getPaymentStatus,
  readPaymentStatus,
  type PaymentOutcome,
  type PaymentStatus,
} from "@/lib/payments/settlement/payment-status";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { recheckExpiredQuote, settleBySignature } from "@/lib/payments/settlement/settle";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { findSettlementBySignature } from "@/lib/payments/settlement/settlement-repository";
import { transactionRejected } from "@/lib/payments/transactions/rejection";
import bs58 from "bs58";
import { readSignature } from "@/lib/chain/solana/signature";

interface SubmitSignatureRequest {
  quoteId: string;
  /** Signature of a transaction that the wallet has broadcast itself ("push"). */
  signature: string;
  /** The quote must name its payer; see `getQuote`. */
  walletOnly?: boolean;
}

/** Anybody may name a signature that never comes: the chain is asked for it ever less often. */
const PAUSE_GROWTH = 1.5;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Settles a quote with a transaction that is, or will soon be, on the chain. Nothing is reserved before it is seen
 * there and found to pay this quote, so that naming a stranger's signature blocks nobody. Returns the status; still
 * `QUOTED` with reason `not_seen_yet` means: ask again, do not pay again. An expired quote is still settled by a
 * payment that landed in time. Throws `REQUEST_INVALID`, `QUOTE_NOT_FOUND`, `PERMISSION_DENIED`, `QUOTE_ALREADY_PAID`,
 * `SIGNATURE_ALREADY_USED`, `SETTLEMENT_FAILED`, `TRANSACTION_REJECTED` or, for a payment that was handed in and given
 * up, `LEDGER_UNAVAILABLE`.
 */
export async function submitSignature(
  request: SubmitSignatureRequest,
  context: SettlementContext,
): Promise<PaymentStatus> {
  const signature = nameOfTransaction(request.signature);
  return submitSignatureToQuote(await getQuote(request.quoteId, request), signature, context);
}

/** A transaction as a node names it, in base58, by its signature in any encoding. Throws REQUEST_INVALID. */
export const nameOfTransaction = (signature: string): string => bs58.encode(readSignature(signature));

/** The same for a quote that was read just now, with the signature as a node names it. */
export function submitSignatureToQuote(
  quote: QuoteRecord,
  signature: string,
  context: SettlementContext,
): Promise<PaymentStatus> {
  const facts = { "emporion.quote_id": quote.id };
  return traced("payment", facts, () => submit(quote, signature, context));
}

async function submit(
  quote: QuoteRecord,
  signature: string,
  context: SettlementContext,
): Promise<PaymentStatus> {
  const quoteId = quote.id;
  if (quote.signature === signature && quote.state === "EXPIRED") return recheckExpiredQuote(quote, context);
  if (quote.signature === signature && quote.state !== "SUBMITTED") return readPaymentStatus(quote);
  if (quote.state !== "EXPIRED") assertStillPayable(quote);
  else if (quote.signature !== null) await assertStillGivenUp(quote, context);

  const looked = await awaitPayment(quote, signature, context);
  if (looked.outcome === "settled" && looked.status) return looked.status;
  if (looked.outcome === "open") await assertUnused(quoteId, signature);
  const status = await getPaymentStatus(quoteId);
  if (looked.outcome === "open")
    return { ...status, reason: looked.why === "unreachable" ? "ledger_unavailable" : "not_seen_yet" };
  if (status.signature !== signature && status.state !== "LATE_UNAPPLIED")
    assertStillPayable(await getQuote(quoteId)); // another transaction was faster
  return status;
}

/**
 * What was handed in and given up may have landed after all. It comes first: closed by another one that came too late,
 * the quote could not be granted for it any more.
 */
async function assertStillGivenUp(quote: QuoteRecord, context: SettlementContext): Promise<void> {
  const { quote: now } = await recheckExpiredQuote({ ...quote, reportedSignature: null }, context);
  if (now.state !== "EXPIRED") assertStillPayable(now);
}

async function assertUnused(quoteId: string, signature: string): Promise<void> {
  const settlement = await findSettlementBySignature(database(), signature);
  if (!settlement || settlement.quoteId === quoteId) return;
  throw new DomainError("SIGNATURE_ALREADY_USED", "This transaction has paid another quote.", {
    details: { quoteId },
  });
}

async function awaitPayment(
  quote: QuoteRecord,
  signature: string,
  context: SettlementContext,
): Promise<PaymentOutcome> {
  const endMs = performance.now() + context.config.waitMs;
  let pauseMs = context.config.pollMs;
  for (;;) {
    const looked = await lookOnce(quote, signature, context);
    if (looked.outcome !== "open" || performance.now() >= endMs) return looked;
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * PAUSE_GROWTH, LONGEST_PAUSE_MS);
  }
}

async function lookOnce(
  quote: QuoteRecord,
  signature: string,
  context: SettlementContext,
): Promise<PaymentOutcome> {
  try {
    return await settleIfLanded(quote, signature, context);
  } catch (error) {
    if (isDomainError(error, "LEDGER_UNAVAILABLE")) return { outcome: "open", why: "unreachable" };
    throw error;
  }
}

async function settleIfLanded(
  quote: QuoteRecord,
  signature: string,
  context: SettlementContext,
): Promise<PaymentOutcome> {
  // A payment on another chain is none; one on this chain is found when the node is the right one again.
  if ((await context.connection.genesisHash()) !== quote.genesisHash)
    return { outcome: "open", why: "unreachable" };
  const result = await settleBySignature(quote, signature, context);
  if (result.outcome !== "rejected") return result;
  await assertUnused(quote.id, signature);
  throw transactionRejected(quote.id, result.reason, { signature });
}
