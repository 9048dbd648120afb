import { z } from "@hono/zod-openapi";
import { idParameter } from "@/api/schemas/parameters";
import { lamports, moment } from "@/api/schemas/skill";
import type { Payment } from "@/lib/payments/earnings/get-earnings";
import type { Purchase } from "@/lib/payments/purchases/list-purchases";

export const pageQuery = z.object({
  before: idParameter.optional().describe("`next` of the page before."),
});

const paid = {
  id: z.string(),
  settled_at: moment,
  skill: z.string(),
  version: z.string(),
  calls: z.int(),
  payer: z.string(),
  payee: z.string(),
  signature: z.string().describe("Of the transaction on the chain."),
  state: z
    .enum(["confirmed", "final", "vanished"])
    .describe("Seen; beyond any reorganisation; or taken back by one, so that it counts for nothing."),
  receipt_id: z
    .string()
    .nullable()
    .describe("The first receipt of the calls: GET /v1/receipts/{id}; null before one has run."),
  token_mint: z.string().nullable().describe("Set when a token was paid instead of lamports."),
  token_units: z.string().nullable().describe("Smallest units of it."),
};

export const paymentSchema = z
  .object({
    ...paid,
    creator_lamports: lamports,
    fee_lamports: lamports,
    excess_lamports: lamports.describe("What the payer sent beyond the price."),
  })
  .openapi("PaymentReceived");

export const purchaseSchema = z
  .object({ ...paid, calls_made: z.int(), paid_lamports: lamports })
  .openapi("Purchase");

export function toPaymentJson(payment: Payment): z.infer<typeof paymentSchema> {
  return {
    ...toPaidJson(payment),
    creator_lamports: String(payment.creatorLamports),
    fee_lamports: String(payment.feeLamports),
    excess_lamports: String(payment.excessLamports),
  };
}

export function toPurchaseJson(purchase: Purchase): z.infer<typeof purchaseSchema> {
  return {
    ...toPaidJson(purchase),
    calls_made: purchase.callsMade,
    paid_lamports: String(purchase.paidLamports),
  };
}

function toPaidJson(payment: Payment | Purchase) {
  return {
    id: payment.id,
    settled_at: payment.settledAt.toISOString(),
    skill: payment.slug,
    version: payment.version,
    calls: payment.calls,
    payer: payment.payerAddress,
    payee: payment.payeeAddress,
    signature: payment.signature,
    state: payment.state,
    receipt_id: payment.receiptId,
    token_mint: payment.tokenMint,
    token_units: payment.tokenUnits === null ? null : String(payment.tokenUnits),
  };
}
