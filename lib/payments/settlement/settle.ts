import { database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/transaction";
import { isDomainError } from "@/lib/kernel/errors";
import { logger } from "@/lib/kernel/observability/logger";
import { traced } from "@/lib/kernel/observability/traced";
import { termsFor, type PaymentTerms, splitPrice } from "@/lib/payments/quotes/payment-terms";
import { transition } from "@/lib/payments/quotes/quote-repository";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { checkOutcome } from "@/lib/payments/settlement/check-outcome";
import { grantsMade, paymentsSeen } from "@/lib/payments/settlement/payment-metrics";
import {
  getPaymentStatus,
  toPaymentStatus,
  type PaymentOutcome,
  type PaymentStatus,
} from "@/lib/payments/settlement/payment-status";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { insertSettlement, type Payment } from "@/lib/payments/settlement/settlement-repository";
import type { OnChainTransaction } from "@/lib/chain/solana/on-chain";

/** The outcome where one transaction is looked for: the quote itself ends by `reconcileQuote` alone. */
type SettleOutcome = Exclude<PaymentOutcome, { outcome: "closed" }>;

/**
 * Looks for one transaction on the chain, and settles the quote with it if it pays it. One that cannot be read pays
 * nothing. The caller has made sure that it is the quote's chain. Throws LEDGER_UNAVAILABLE.
 */
export async function settleBySignature(
  quote: QuoteRecord,
  signature: string,
  context: SettlementContext,
): Promise<SettleOutcome> {
  const landed = await context.connection.findTransaction(signature, finalityOf(quote));
  if (landed === null) return { outcome: "open", why: "unseen" };
  if (landed === "unreadable") return { outcome: "rejected", reason: "unsupported_version" };
  return traced("settle", { "emporion.quote_id": quote.id }, () => settle(quote, landed, context));
}

const finalityOf = ({ commitment }: QuoteRecord) => (commitment === "finalized" ? "finalized" : "confirmed");

/**
 * Turns a transaction on the chain into a settlement and its grants, once, in this order: it pays this quote; it was in
 * time; a second node shows it where it is dear; it is written. Safe to call any number of times, from any number of
 * processes.
 */
async function settle(
  quote: QuoteRecord,
  landed: OnChainTransaction,
  context: SettlementContext,
): Promise<SettleOutcome> {
  const terms = termsFor(quote, landed.transaction);
  const verdict = checkOutcome(landed, terms, quote.rawTransaction);
  if (!verdict.ok) return { outcome: "rejected", reason: verdict.reason };
  const { clock, config } = context;
  if (isLate(quote, landed, { now: clock.now(), graceMs: config.landingGraceMs }))
    return closeLate(quote, landed.signature, terms);
  if (!(await isConfirmedBySecondNode(quote, landed.signature, context))) {
    const facts = { quoteId: quote.id, signature: landed.signature };
    logger.warn(facts, "the second node does not show a payment");
    return { outcome: "open", why: "unwitnessed" };
  }
  context.onStep?.("payment_seen", quote.id);
  return writeSettlement(quote, {
    payerAddress: terms.payerAddress,
    signature: landed.signature,
    rawTransaction: Buffer.from(landed.raw),
    slot: BigInt(landed.slot),
    lastValidBlockHeight: await lastValidHeight(quote, landed, context),
    excessLamports: terms.token ? 0n : verdict.excess,
    settledAt: clock.now(),
    token: paidInToken(terms, { excess: verdict.excess, feeBasisPoints: quote.feeBasisPoints }),
  });
}

/**
 * What we broadcast ourselves was in time; the time of landing only counts for what the payer sent alone, and only once
 * the quote's own time is over: what is there by then has landed by then, and this machine and the chain need not agree
 * on the hour. Where the node does not know it, the payment was in time if the quote has not been given up: the chain
 * was not searched to its end before.
 */
export function isLate(
  quote: Pick<QuoteRecord, "signature" | "state" | "expiresAt">,
  landed: Pick<OnChainTransaction, "signature" | "blockTimeMs">,
  { now, graceMs }: { now: Date; graceMs: number },
): boolean {
  if (quote.signature === landed.signature) return false;
  const endMs = quote.expiresAt.getTime() + graceMs;
  const nowMs = now.getTime();
  if (nowMs <= endMs) return false;
  const latestMs = quote.state === "EXPIRED" ? nowMs : 0;
  return (landed.blockTimeMs ?? latestMs) > endMs;
}

async function closeLate(
  { id }: QuoteRecord,
  signature: string,
  { payerAddress }: PaymentTerms,
): Promise<SettleOutcome> {
  const closing = { reason: "landed_too_late", signature, payerAddress };
  if (await transition(database(), "closeLate", { id }, closing)) {
    paymentsSeen.inc({ outcome: "late" });
    logger.warn({ quoteId: id, signature }, "a payment landed after its quote");
  }
  return { outcome: "late" };
}

/**
 * Whether a payment may be believed: below the configured price one node's word is enough, above it a second node, run
 * by somebody else, must show the same payment. False while the second node does not know it, judges it otherwise, is
 * on another chain or does not answer; the payment is then looked at again later.
 */
async function isConfirmedBySecondNode(
  quote: QuoteRecord,
  signature: string,
  { witness, config }: SettlementContext,
): Promise<boolean> {
  if (!witness || quote.priceLamports <= config.witnessAboveLamports) return true;
  try {
    if ((await witness.genesisHash()) !== quote.genesisHash) return false;
    const seen = await witness.findTransaction(signature, finalityOf(quote));
    if (seen === null || seen === "unreadable") return false;
    return checkOutcome(seen, termsFor(quote, seen.transaction)).ok;
  } catch (error) {
    if (isDomainError(error, "LEDGER_UNAVAILABLE")) return false;
    throw error;
  }
}

/** The last block in which these bytes could land again after a reorganisation. */
async function lastValidHeight(
  quote: QuoteRecord,
  landed: OnChainTransaction,
  { connection }: SettlementContext,
): Promise<bigint> {
  if (landed.transaction.blockhash === quote.blockhash) return quote.lastValidBlockHeight;
  return connection.heightInReach(landed.slot);
}

/** The fee is of the price, whatever was paid beyond it. */
function paidInToken(
  { token }: PaymentTerms,
  { excess, feeBasisPoints }: { excess: bigint; feeBasisPoints: number },
): Payment["token"] {
  if (!token) return null;
  const { mint, units } = token;
  return { mint, units: units + excess, feeUnits: splitPrice(units, feeBasisPoints).feeLamports };
}

/** Settlement, grants and the quote's change of state are one statement behind unique constraints. */
async function writeSettlement(quote: QuoteRecord, payment: Payment): Promise<SettleOutcome> {
  try {
    const made = await insertSettlement(quote, payment);
    if (!made) return { outcome: "settled" };
    paymentsSeen.inc({ outcome: "settled" });
    grantsMade.inc({ end: "given" }, quote.calls);
    const { excessLamports } = payment;
    const given = { grantId: made.grantId, callsLeft: quote.calls, excessLamports };
    return { outcome: "settled", status: toPaymentStatus(made.quote, given) };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error; // the same settlement was made at the same time
    return { outcome: "settled" };
  }
}

/**
 * Asks the chain once more for the payment of a quote that was given up after it had been handed in, or reported: the
 * node that was asked then may not have shown what had landed. Returns the status, granted if it is there. Throws
 * LEDGER_UNAVAILABLE: without an answer nobody can say that nothing was paid.
 */
export async function recheckExpiredQuote(
  quote: QuoteRecord,
  context: SettlementContext,
): Promise<PaymentStatus> {
  if (quote.genesisHash !== (await context.connection.genesisHash())) return getPaymentStatus(quote.id);
  for (const signature of new Set([quote.signature, quote.reportedSignature])) {
    const looked = signature === null ? null : await settleBySignature(quote, signature, context);
    if (looked?.outcome === "settled") break;
  }
  return getPaymentStatus(quote.id);
}
