import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { limitRate } from "@/api/limits/limit-rate";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { quoteSchema, toQuoteJson } from "@/api/schemas/call";
import { idParameter } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, RUNNER_PROBLEMS, problems } from "@/api/schemas/problem";
import { lamports } from "@/api/schemas/skill";
import { payAdmitted } from "@/lib/running/calls/admit-payment";
import { claimPayment } from "@/lib/payments/settlement/claim-payment";
import { currentSettlement } from "@/lib/payments/settlement/current-settlement";
import { assertNotLost } from "@/lib/payments/settlement/payment-status";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const MAX_BODY_BYTES = 8 * 1024;
const ASK_AGAIN_SECONDS = 1;
const PAID: ReadonlySet<string> = new Set(["GRANTED", "CONSUMED"]);

const paymentSchema = z
  .union([
    z.object({
      transaction: z.base64().min(4).max(2000).describe("Base64 of the signed transaction, not yet sent."),
    }),
    z.object({
      signature: z.string().min(64).max(88).describe("Of a transaction the wallet has sent itself."),
    }),
  ])
  .openapi("PaymentRequest");

const answerSchema = z
  .object({
    quote: quoteSchema,
    grant_id: z.string().nullable().describe("Of the first call."),
    calls_left: z.int().describe("Paid calls that are still to be made."),
    excess_lamports: lamports.describe("Paid beyond the price; it went to the recipients."),
    reason: z.string().nullable(),
  })
  .openapi("PaymentAnswer");

const route = createRoute({
  method: "post",
  path: "/v1/quotes/{id}/payment",
  operationId: "payQuote",
  tags: ["Calling"],
  summary: "Pay a quote",
  description: "The same signed bytes may be sent any number of times: they pay once.",
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: z.object({ id: idParameter }),
    body: jsonRequest(paymentSchema),
  },
  responses: {
    200: jsonContent(answerSchema, "Paid: the call can be run."),
    202: jsonContent(answerSchema, "Under way: send the same again after Retry-After, and do not pay again."),
    ...problems(
      "REQUEST_INVALID",
      ...BODY_PROBLEMS,
      "PERMISSION_DENIED",
      "QUOTE_NOT_FOUND",
      "QUOTE_EXPIRED",
      "QUOTE_ALREADY_PAID",
      "SIGNATURE_ALREADY_USED",
      "SETTLEMENT_FAILED",
      "TRANSACTION_REJECTED",
      "SKILL_QUARANTINED",
      "RATE_LIMITED",
      ...RUNNER_PROBLEMS,
      "LEDGER_UNAVAILABLE",
    ),
  },
});

const signed = (quoteId: string, transaction: string) => ({
  quoteId,
  rawTransaction: Buffer.from(transaction, "base64"),
  walletOnly: true,
});

export const payQuoteOperation = defineOperation(route, async (c) => {
  await limitRate(c, REQUEST_LIMITS.payment, callerAddress(c));
  const quoteId = c.req.valid("param").id;
  const payment = c.req.valid("json");
  const status =
    "transaction" in payment
      ? await payAdmitted(quoteId, () =>
          submitPayment(signed(quoteId, payment.transaction), currentSettlement()),
        )
      : await claimPayment({ quoteId, signature: payment.signature, walletOnly: true }, currentSettlement());
  assertNotLost(status);
  const body: z.infer<typeof answerSchema> = {
    quote: await toQuoteJson(status.quote),
    grant_id: status.grantId,
    calls_left: status.callsLeft,
    excess_lamports: String(status.excessLamports),
    reason: status.reason,
  };
  if (PAID.has(status.state)) return sendJson(c, body);
  c.header("retry-after", String(ASK_AGAIN_SECONDS));
  return sendJson(c, body, 202);
});
