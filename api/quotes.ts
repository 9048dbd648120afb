import { SIGNATURE_FORM } from "@/lib/chain/solana/signature";
import { z } from "@hono/zod-openapi";
import { askedBy } from "@/api/frame/caller";
import { headerNamed } from "@/api/frame/openapi";
import { noun } from "@/api/frame/operation";
import { address, runAnswerSchema, quoteSchema, toQuoteView } from "@/api/schemas/call";
import {
  accessTokenHeader,
  idParameter,
  versionParameter,
  wholeNumber,
  signatureText,
} from "@/api/schemas/parameters";
import { CURRENT_VERSION_PROBLEMS, RUNNER_PROBLEMS } from "@/api/schemas/problem";
import { lamports } from "@/api/schemas/skill";
import { env } from "@/lib/platform/config/env";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { getQuote } from "@/lib/payments/quotes/get-quote";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import { MAX_CALLS } from "@/lib/payments/quotes/quote-call";
import { submitSignature } from "@/lib/payments/settlement/submit-signature";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import { assertNotLost } from "@/lib/payments/settlement/payment-status";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { callSettlement } from "@/lib/running/calls/call-settlement";
import { payAdmitted, offerCall } from "@/lib/running/calls/offer-call";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { accessTokenFor, assertAccess } from "@/lib/running/runs/get-run";

export const quotes = noun("Calling");

quotes
  .post("/v1/quotes", {
    id: "createQuote",
    opens: true,
    summary: "Hold the price of one call, or of several together",
    description:
      "The input is checked now, so that a paid call is never refused for its input. Nothing is charged.",
    key: "optional",
    limit: REQUEST_LIMITS.quote,
    headers: z.object({
      "idempotency-key": z
        .string()
        .optional()
        .describe("16 to 200 characters. The same key, payer and call give the same quote."),
    }),
    json: z
      .object({
        skill: idParameter,
        version: versionParameter,
        payer: address,
        input: z
          .unknown()
          .optional()
          .describe("Of the one call. Several calls bring theirs when they are made."),
        calls: z.int().min(1).max(MAX_CALLS).optional().describe("Calls bought by one payment."),
      })
      .openapi("QuoteRequest"),
    maxBytes: 128 * 1024,
    answers: {
      201: [
        z
          .object({
            quote: quoteSchema,
            access_token: z.string().describe("Keep it: running the paid call needs it as X-Access-Token."),
          })
          .openapi("QuoteAnswer"),
        "Build the payment from these fields, have it signed, and send it to /v1/quotes/{id}/payment.",
        { headers: { Location: headerNamed("Location") } },
      ],
    },
    problems: [
      ...CURRENT_VERSION_PROBLEMS,
      "SKILL_NOT_RUNNABLE",
      "INPUT_INVALID",
      "IDEMPOTENCY_KEY_REUSED",
      "AUDIT_STATE_CHANGED",
      "PRICE_NOT_PAYABLE",
      "PAYER_BALANCE_TOO_LOW",
      "SPENDING_LIMIT_EXCEEDED",
      ...RUNNER_PROBLEMS,
      "LEDGER_UNAVAILABLE",
    ],
  })
  .handle(async ({ json, headers, actor }, c) => {
    const { skill, version, payer, input, calls } = json;
    const idempotencyKey = headers["idempotency-key"];
    const offer = await offerCall({
      skill,
      payerAddress: payer,
      input,
      askedBy: askedBy(actor),
      ...(calls === undefined ? {} : { calls }),
      ...(version === undefined ? {} : { version }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
    c.header("location", `${env().APP_URL}/v1/quotes/${offer.quote.id}`);
    return { ...offer, quote: await toQuoteView(offer.quote) };
  });

quotes
  .get("/v1/quotes/{id}", {
    id: "getQuote",
    summary: "How a quote stands",
    description: "Terms and state only; the input of the call is not shown.",
    params: z.object({ id: idParameter }),
    answers: { 200: [z.object({ quote: quoteSchema }), "The quote."] },
    problems: ["QUOTE_NOT_FOUND"],
  })
  .handle(async ({ params }) => ({ quote: await toQuoteView(await getQuote(params.id)) }));
const ASK_AGAIN_SECONDS = 1;
const PAID: ReadonlySet<string> = new Set(["GRANTED", "CONSUMED"]);

const paymentSchema = z
  .object({
    transaction: z.base64().min(4).max(2000).describe("Base64 of the signed transaction, not yet sent."),
  })
  .openapi("PaymentRequest");

const sentPaymentSchema = z
  .object({
    signature: signatureText.describe(`Of a transaction the wallet has sent itself: ${SIGNATURE_FORM}`),
  })
  .openapi("SentPaymentRequest");

const answerSchema = z
  .object({
    quote: quoteSchema,
    grant_id: z.string().nullable().describe("Of the first call."),
    calls_left: z.int().describe("Paid calls that are still to be made."),
    excess_lamports: lamports.describe("Paid beyond the price; it went to the recipients."),
    reason: z.string().nullable(),
  })
  .openapi("PaymentAnswer");

const signed = (read: QuoteRecord, transaction: string) => ({
  quoteId: read.id,
  rawTransaction: Buffer.from(transaction, "base64"),
  walletOnly: true,
  read,
});

quotes
  .post("/v1/quotes/{id}/payment", {
    id: "payQuote",
    summary: "Pay a quote",
    description:
      "The same signed bytes may be sent any number of times: they pay once. What a wallet has sent itself is told to reportPayment.",
    limit: REQUEST_LIMITS.payment,
    params: z.object({ id: idParameter }),
    json: paymentSchema,
    siblings: {
      signature: {
        id: "reportPayment",
        summary: "Tell which transaction paid a quote",
        description:
          "For a wallet that has sent the payment itself. The same signature may be told any number of times.",
        json: sentPaymentSchema,
      },
    },
    maxBytes: 8 * 1024,
    answers: {
      200: [answerSchema, "Paid: the call can be run."],
      202: [answerSchema, "Under way: send the same again after Retry-After, and do not pay again."],
    },
    problems: [
      "PERMISSION_DENIED",
      "QUOTE_NOT_FOUND",
      "QUOTE_EXPIRED",
      "QUOTE_ALREADY_PAID",
      "SIGNATURE_ALREADY_USED",
      "SETTLEMENT_FAILED",
      "TRANSACTION_REJECTED",
      "SPENDING_LIMIT_EXCEEDED",
      "SKILL_QUARANTINED",
      ...RUNNER_PROBLEMS,
      "LEDGER_UNAVAILABLE",
    ],
  })
  .handle(async ({ params, json, send }, c) => {
    const quoteId = params.id;
    const payment = json;
    const status =
      "transaction" in payment
        ? await payAdmitted(quoteId, (quote) =>
            submitPayment(signed(quote, payment.transaction), callSettlement()),
          )
        : await submitSignature(
            { quoteId, signature: payment.signature, walletOnly: true },
            currentSettlement(),
          );
    assertNotLost(status);
    const body = { ...status, quote: await toQuoteView(status.quote) };
    if (PAID.has(status.state)) return body;
    c.header("retry-after", String(ASK_AGAIN_SECONDS));
    return send(202, body);
  });

quotes
  .post("/v1/quotes/{id}/run", {
    id: "runPaidCall",
    summary: "Make the call that was paid for",
    description:
      "Runs the input of the quote. Once it has succeeded, asking again returns the same run; after a failure of the skill or the market it runs again.",
    params: z.object({ id: idParameter }),
    headers: accessTokenHeader,
    answers: { 200: [runAnswerSchema, "The run has ended: `state` says how."] },
    problems: [
      "PERMISSION_DENIED",
      "SKILL_QUARANTINED",
      "QUOTE_NOT_FOUND",
      "GRANT_NOT_FOUND",
      "RUN_IN_PROGRESS",
      "SETTLEMENT_FAILED",
      "RATE_LIMITED",
      ...RUNNER_PROBLEMS,
    ],
  })
  .handle(async ({ params, headers }) => {
    const quoteId = params.id;
    assertAccess(quoteId, headers["x-access-token"]);
    // Not tied to the connection: a buyer who hangs up still gets what was paid for.
    const run = await runPaidCall(quoteId);
    return { run, accessToken: accessTokenFor(run.id) };
  });

quotes
  .post("/v1/quotes/{id}/calls/{number}", {
    id: "makePaidCall",
    summary: "Make one of several calls that were paid for together",
    description:
      "The input is checked first; a refused one uses nothing up. Asking again with the same number and input returns the same run, and runs it again after a failure of the skill or the market.",
    params: z.object({
      id: idParameter,
      number: wholeNumber({ min: 1, max: MAX_CALLS }).describe("1 to the `calls` of the quote."),
    }),
    headers: accessTokenHeader,
    json: z.object({ input: z.unknown() }).openapi("PaidCallRequest"),
    maxBytes: 128 * 1024,
    answers: { 200: [runAnswerSchema, "The run has ended: `state` says how."] },
    problems: [
      "PERMISSION_DENIED",
      "SKILL_QUARANTINED",
      "QUOTE_NOT_FOUND",
      "GRANT_NOT_FOUND",
      "GRANT_ALREADY_CONSUMED",
      "INPUT_INVALID",
      "SKILL_NOT_RUNNABLE",
      "RUN_IN_PROGRESS",
      "SETTLEMENT_FAILED",
      "RATE_LIMITED",
      ...RUNNER_PROBLEMS,
    ],
  })
  .handle(async ({ params, headers, json }) => {
    const { id: quoteId, number } = params;
    assertAccess(quoteId, headers["x-access-token"]);
    // Not tied to the connection: a buyer who hangs up still gets what was paid for.
    const run = await runPaidCall(quoteId, { call: { number, input: json.input } });
    return { run, accessToken: accessTokenFor(run.id) };
  });
