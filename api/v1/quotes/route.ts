import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerSubject, findActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { limitRate } from "@/api/limits/limit-rate";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { address, quoteSchema, toQuoteJson } from "@/api/schemas/call";
import { idParameter, versionParameter } from "@/api/schemas/parameters";
import { headerNamed } from "@/api/openapi/openapi-headers";
import { BODY_PROBLEMS, RUNNER_PROBLEMS, problems } from "@/api/schemas/problem";
import { env } from "@/lib/config/env";
import { offerCall } from "@/lib/running/calls/offer-call";
import { MAX_CALLS } from "@/lib/payments/quotes/quote-call";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const MAX_BODY_BYTES = 128 * 1024;

const route = createRoute({
  method: "post",
  path: "/v1/quotes",
  operationId: "createQuote",
  tags: ["Calling"],
  summary: "Hold the price of one call, or of several together",
  description:
    "The input is checked now, so that a paid call is never refused for its input. Nothing is charged.",
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    headers: z.object({
      "idempotency-key": z
        .string()
        .optional()
        .describe("16 to 200 characters. The same key, payer and call give the same quote."),
    }),
    body: jsonRequest(
      z
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
    ),
  },
  responses: {
    201: {
      ...jsonContent(
        z
          .object({
            quote: quoteSchema,
            access_token: z.string().describe("Keep it: running the paid call needs it as X-Access-Token."),
          })
          .openapi("QuoteAnswer"),
        "Build the payment from these fields, have it signed, and send it to /v1/quotes/{id}/payment.",
      ),
      headers: { Location: headerNamed("Location") },
    },
    ...problems(
      "REQUEST_INVALID",
      ...BODY_PROBLEMS,
      "AUTH_FAILED",
      "SKILL_NOT_FOUND",
      "VERSION_NOT_FOUND",
      "SKILL_QUARANTINED",
      "VERSION_NOT_AVAILABLE",
      "SKILL_NOT_RUNNABLE",
      "INPUT_INVALID",
      "IDEMPOTENCY_KEY_REUSED",
      "AUDIT_STATE_CHANGED",
      "PRICE_NOT_PAYABLE",
      "PAYER_BALANCE_TOO_LOW",
      "RATE_LIMITED",
      ...RUNNER_PROBLEMS,
      "LEDGER_UNAVAILABLE",
    ),
  },
});

export const createQuoteOperation = defineOperation(route, async (c) => {
  const { skill, version, payer, input, calls } = c.req.valid("json");
  const idempotencyKey = c.req.valid("header")["idempotency-key"];
  await limitRate(c, REQUEST_LIMITS.quote, callerSubject(c, await findActor(c)));
  const offer = await offerCall({
    skill,
    payerAddress: payer,
    input,
    ...(calls === undefined ? {} : { calls }),
    ...(version === undefined ? {} : { version }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
  c.header("location", `${env().APP_URL}/v1/quotes/${offer.quote.id}`);
  const quote = await toQuoteJson(offer.quote);
  return sendJson(c, { quote, access_token: offer.accessToken }, 201);
});
