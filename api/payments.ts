import { writtenFrom } from "@/api/frame/json-of";
import { z } from "@hono/zod-openapi";
import { idParameter } from "@/api/schemas/parameters";
import { lamports, moment } from "@/api/schemas/skill";
import { csvAnswer } from "@/lib/web/http/csv-answer";
import { exportEarnings, getEarnings, listPayments, type Payment } from "@/lib/payments/earnings";
import { listPurchases, type Purchase } from "@/lib/payments/purchases";
import { noun } from "@/api/frame/operation";

export const payments = noun("Account");

const pageQuery = z.object({
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

const paidMembers = ({ slug, payerAddress, payeeAddress }: Payment | Purchase) => ({
  skill: slug,
  payer: payerAddress,
  payee: payeeAddress,
});

const paymentSchema = writtenFrom(
  z
    .object({
      ...paid,
      creator_lamports: lamports,
      fee_lamports: lamports,
      excess_lamports: lamports.describe("What the payer sent beyond the price."),
    })
    .openapi("PaymentReceived"),
  (payment: Payment) => paidMembers(payment),
);

const purchaseSchema = writtenFrom(
  z.object({ ...paid, calls_made: z.int(), paid_lamports: lamports }).openapi("Purchase"),
  (purchase: Purchase) => paidMembers(purchase),
);

const sums = {
  calls: z.int(),
  creator_lamports: lamports.describe("What reached your wallets."),
  fee_lamports: lamports.describe("What the market took in the same transactions."),
};

payments
  .get("/v1/account/earnings", {
    id: "getEarnings",
    summary: "What your wallets were paid, in all and by skill",
    description:
      "Payments that vanished from the chain do not count. The money is in the wallets: the market holds none. Each payment: GET /v1/account/payments.",
    key: "needed",
    answers: {
      200: [
        z
          .object({ ...sums, skills: z.array(z.object({ skill: z.string(), payments: z.int(), ...sums })) })
          .openapi("Earnings"),
        "Of all time; the skill that brought most first.",
      ],
    },
  })
  .handle(async ({ actor }) => {
    const earnings = await getEarnings(actor.accountId);
    return { ...earnings, skills: earnings.skills.map((each) => ({ ...each, skill: each.slug })) };
  });

payments
  .get("/v1/account/payments", {
    id: "listPayments",
    summary: "Payments to your wallets, the newest first",
    description: "Fifty a page. All of them as a file: GET /v1/account/payments.csv.",
    key: "needed",
    query: pageQuery,
    answers: {
      200: [
        z.object({ results: z.array(paymentSchema), next: z.string().nullable() }),
        "One page; `next` is null on the last one.",
      ],
    },
  })
  .handle(async ({ query, actor: { accountId } }) => {
    const { payments, next } = await listPayments(accountId, query.before ?? null);
    return { results: payments, next };
  });

payments
  .get("/v1/account/payments.csv", {
    id: "exportPayments",
    summary: "All payments to your wallets as a file",
    description:
      "CSV (RFC 4180), the newest first. Amounts are whole lamports, or smallest units of a token.",
    key: "needed",
    answers: {
      200: {
        content: { "text/csv": { schema: { type: "string" } } },
        description: "One line for each payment.",
      },
    },
  })
  .handle(({ actor }) => csvAnswer("emporion-earnings.csv", exportEarnings(actor.accountId)));

payments
  .get("/v1/account/purchases", {
    id: "listPurchases",
    summary: "What your wallets have paid for, the newest first",
    description: "Fifty a page, each with the receipt of its first call.",
    key: "needed",
    query: pageQuery,
    answers: {
      200: [
        z.object({ results: z.array(purchaseSchema), next: z.string().nullable() }),
        "One page; `next` is null on the last one.",
      ],
    },
  })
  .handle(async ({ query, actor: { accountId } }) => {
    const { purchases, next } = await listPurchases(accountId, query.before ?? null);
    return { results: purchases, next };
  });
