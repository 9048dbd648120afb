import { database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/transaction";
import { logger } from "@/lib/kernel/observability/logger";
import { grantsMade, paymentsSeen } from "@/lib/payments/settlement/payment-metrics";
import { isConfirmedBySecondNode } from "@/lib/payments/settlement/second-node-check";
import { checkOutcome } from "@/lib/payments/settlement/check-outcome";
import { toPaymentStatus, type PaymentStatus } from "@/lib/payments/settlement/payment-status";
import { closeAsLate } from "@/lib/payments/quotes/quote-repository";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { termsFor, type TokenTerms } from "@/lib/payments/quotes/payment-terms";
import type { RejectionReason } from "@/lib/payments/transactions/rejection-reasons";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { insertSettlement, type Payment } from "@/lib/payments/settlement/settlement-repository";
import { splitPrice } from "@/lib/payments/quotes/split-price";
import type { OnChainTransaction } from "@/lib/solana/on-chain";

/**
 * `settled`: the quote has its settlement and grant, made now or before, by this transaction or another; made now, with
 * the status that this gave it. `late`: the payment was right but landed too long after the quote had ended; it gives
 * no grant. `unwitnessed`: the second node does not show this payment (yet); the quote is untouched and the payment
 * looked at again. `rejected`: this transaction does not pay this quote; the quote is untouched.
 */
export type SettleOutcome =
  | { outcome: "settled"; status?: PaymentStatus }
  | { outcome: "late" }
  | { outcome: "unwitnessed" }
  | { outcome: "rejected"; reason: RejectionReason };

/**
 * Turns a transaction on the chain into a settlement and a grant, once: settlement, grant and the quote's
 * change of state are one database statement behind unique constraints. Safe to call any number of times, from
 * any number of processes.
 */
export async function settleQuote(
  quote: QuoteRecord,
  landed: OnChainTransaction,
  context: SettlementContext,
): Promise<SettleOutcome> {
  const terms = termsFor(quote, landed.transaction);
  const { payerAddress } = terms;
  const verdict = checkOutcome(landed, terms, quote.rawTransaction);
  if (!verdict.ok) return { outcome: "rejected", reason: verdict.reason };
  if (isLate(quote, landed, context)) {
    const closed = await closeAsLate(database(), quote.id, {
      signature: landed.signature,
      payerAddress,
    });
    if (closed) {
      paymentsSeen.inc({ outcome: "late" });
      logger.warn({ quoteId: quote.id, signature: landed.signature }, "a payment landed after its quote");
    }
    return { outcome: "late" };
  }
  if (!(await isConfirmedBySecondNode(quote, landed.signature, context))) {
    logger.warn(
      { quoteId: quote.id, signature: landed.signature },
      "the second node does not show a payment",
    );
    return { outcome: "unwitnessed" };
  }
  context.onStep?.("payment_seen", quote.id);
  const payment: Payment = {
    payerAddress,
    signature: landed.signature,
    rawTransaction: Buffer.from(landed.raw),
    slot: BigInt(landed.slot),
    lastValidBlockHeight: await lastValidHeight(quote, landed, context),
    excessLamports: verdict.excessLamports,
    settledAt: context.clock.now(),
    token: terms.token ? paidInToken(terms.token, quote.feeBasisPoints) : null,
  };
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

function paidInToken({ mint, units }: TokenTerms, feeBasisPoints: number): Payment["token"] {
  return { mint, units, feeUnits: splitPrice(units, feeBasisPoints).feeLamports };
}

/**
 * What we broadcast ourselves was in time; the time of landing only counts for what the payer sent alone, and only once
 * the quote's own time is over: what is there by then has landed by then, and this machine and the chain need not agree
 * on the hour. Where the node does not know it, the payment was in time if the quote has not been given up: the chain
 * was not searched to its end before.
 */
function isLate(
  quote: QuoteRecord,
  landed: OnChainTransaction,
  { config, clock }: SettlementContext,
): boolean {
  if (quote.signature === landed.signature) return false;
  const endMs = quote.expiresAt.getTime() + config.landingGraceMs;
  const nowMs = clock.now().getTime();
  if (nowMs <= endMs) return false;
  const latestMs = quote.state === "EXPIRED" ? nowMs : 0;
  return (landed.blockTimeMs ?? latestMs) > endMs;
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
