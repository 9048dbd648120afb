import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress, callerSubject, findActor } from "@/api/caller";
import { defineOperation, type ApiContext } from "@/api/context";
import { sendProblem } from "@/api/failures";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { quoteSchema, runSchema, toQuoteJson, toRunJson } from "@/api/schemas/call";
import { envelopeSchema } from "@/api/schemas/envelope";
import { skillParameter, versionParameter } from "@/api/schemas/parameters";
import { headerNamed } from "@/api/openapi/openapi-headers";
import { limitRate, tellRateLimit } from "@/api/limits/limit-rate";
import { BODY_PROBLEMS, RUNNER_PROBLEMS, problems } from "@/api/schemas/problem";
import { paidHeaders, paymentRequired, refusedHeader } from "@/api/v1/skills/[id]/call/payment-headers";
import { env } from "@/lib/config/env";
import { limitFreeRuns } from "@/lib/http/limits/limit-free-runs";
import { consumeRateLimit } from "@/lib/http/limits/rate-limit";
import { callSkill, type AgentCall } from "@/lib/running/calls/call-skill";
import { getReceipt } from "@/lib/payments/receipts/get-receipt";
import { hasPaymentCredential } from "@/lib/payments/rails/mpp/credential";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const MAX_BODY_BYTES = 128 * 1024;
const ASK_AGAIN_SECONDS = 1;

const answerSchema = z
  .object({
    output: z.unknown().describe("The skill's JSON object; null unless the run is DONE."),
    run: runSchema,
    access_token: z.string().describe("Opens the run again: GET /v1/runs/{id}."),
    quote_id: z.string().nullable().describe("Null for a free skill."),
    receipt: z
      .object({ receipt_id: z.string(), envelope: envelopeSchema })
      .nullable()
      .describe("The signed receipt of a paid call that is DONE."),
  })
  .openapi("CallAnswer");

const route = createRoute({
  method: "post",
  path: "/v1/skills/{id}/call",
  operationId: "callSkill",
  tags: ["Calling"],
  summary: "Call a skill in one request, paying over HTTP",
  description:
    "A free skill runs at once. A priced one answers 402 with `WWW-Authenticate: Payment` (method solana, intent charge, native lamports); repeat the request with `Authorization: Payment` and it runs. Where the market takes a token as well, the same answer has `PAYMENT-REQUIRED` (x402 v2, scheme exact) and the request is repeated with `PAYMENT-SIGNATURE`. The money goes straight to the creator and the platform's fee to its treasury: the platform holds none and cannot refund. A paid call whose run fails for the skill's or the market's fault can be sent again without paying.",
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: skillParameter,
    headers: z.object({
      "idempotency-key": z
        .string()
        .optional()
        .describe("16 to 200 characters. The same key and request give the stored answer."),
    }),
    body: jsonRequest(z.object({ version: versionParameter, input: z.unknown() }).openapi("CallRequest")),
  },
  responses: {
    200: jsonContent(
      answerSchema,
      "The run has ended: `state` says how. A paid call has `Payment-Receipt`, one paid in a token `PAYMENT-RESPONSE`.",
    ),
    202: {
      ...jsonContent(
        z.object({ quote: quoteSchema, reason: z.string().nullable() }),
        "Under way: send the same again after Retry-After, and do not pay again.",
      ),
      headers: { Location: headerNamed("Location") },
    },
    ...problems(
      "REQUEST_INVALID",
      ...BODY_PROBLEMS,
      "AUTH_FAILED",
      "PAYMENT_REQUIRED",
      "PAYMENT_CREDENTIAL_INVALID",
      "IDEMPOTENCY_KEY_REUSED",
      "SKILL_NOT_FOUND",
      "SKILL_QUARANTINED",
      "VERSION_NOT_FOUND",
      "VERSION_NOT_AVAILABLE",
      "SKILL_NOT_RUNNABLE",
      "INPUT_INVALID",
      "AUDIT_STATE_CHANGED",
      "PRICE_NOT_PAYABLE",
      "QUOTE_NOT_FOUND",
      "QUOTE_EXPIRED",
      "QUOTE_ALREADY_PAID",
      "SIGNATURE_ALREADY_USED",
      "SETTLEMENT_FAILED",
      "TRANSACTION_REJECTED",
      "RATE_LIMITED",
      ...RUNNER_PROBLEMS,
      "LEDGER_UNAVAILABLE",
    ),
  },
});

export const callSkillOperation = defineOperation(route, async (c) => {
  const { version, input } = c.req.valid("json");
  const { "idempotency-key": idempotencyKey } = c.req.valid("header");
  const payment = readPaymentOf(c);
  const actor = await findActor(c);
  const subject = callerSubject(c, actor);
  await limitRate(c, REQUEST_LIMITS.call, subject);
  const runner = { accountId: actor?.accountId, address: callerAddress(c) };
  const setHeaders = (headers: Record<string, string>) => {
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
  };
  const asked = callSkill({
    skill: c.req.valid("param").id,
    input,
    signal: c.req.raw.signal,
    caller: subject,
    admit: async (what) => {
      const counted =
        what === "quote" ? consumeRateLimit(REQUEST_LIMITS.quote, subject) : limitFreeRuns(runner);
      tellRateLimit(c, await counted);
    },
    ...(version === undefined ? {} : { version }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(payment ? { payment } : {}),
    ...(actor ? { accountId: actor.accountId } : {}),
  });
  const answer = await asked.catch((error: unknown) => {
    const refused = payment && "paymentSignature" in payment ? refusedHeader(error) : null;
    if (refused !== null) c.header("payment-response", refused);
    throw error;
  });
  if (answer.kind === "payment_required") {
    const { headers, problem } = paymentRequired(answer.quote, c.req.path);
    setHeaders(headers);
    return sendProblem(c, problem);
  }
  if (answer.kind === "pending") {
    c.header("retry-after", String(ASK_AGAIN_SECONDS));
    c.header("location", `${env().APP_URL}/v1/quotes/${answer.quote.id}`);
    return sendJson(c, { quote: await toQuoteJson(answer.quote), reason: answer.reason }, 202);
  }
  const { run, quote } = answer;
  const [headers, receipt] = await Promise.all([
    quote && paidHeaders(quote, answer.challengeId),
    run.receiptId === null ? null : getReceipt(run.receiptId),
  ]);
  if (headers) setHeaders(headers);
  return sendJson(c, {
    output: run.output,
    run: toRunJson(run),
    access_token: answer.accessToken,
    quote_id: quote?.id ?? null,
    receipt: receipt && { receipt_id: receipt.id, envelope: receipt.envelope },
  });
});

/** Of the two rails; the body of a request is the same for both. */
function readPaymentOf(c: ApiContext): AgentCall["payment"] | undefined {
  const authorization = c.req.header("authorization");
  if (hasPaymentCredential(authorization)) return { authorization };
  const paymentSignature = c.req.header("payment-signature");
  return paymentSignature === undefined ? undefined : { paymentSignature };
}
