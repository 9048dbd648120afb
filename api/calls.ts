import { z } from "@hono/zod-openapi";
import { sendProblem } from "@/api/frame/answer";
import { callerAddress, callerSubject, writeRateLimit } from "@/api/frame/caller";
import type { ApiContext } from "@/api/frame/context";
import { headerNamed } from "@/api/frame/openapi";
import { noun } from "@/api/frame/operation";
import { envelopeSchema, quoteSchema, runSchema, toQuoteView, runAnswerSchema } from "@/api/schemas/call";
import { accessTokenHeader, idParameter, skillParameter, versionParameter } from "@/api/schemas/parameters";
import { CURRENT_VERSION_PROBLEMS, RUNNER_PROBLEMS } from "@/api/schemas/problem";
import { env } from "@/lib/platform/config/env";
import { limitFreeRuns, REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { systemClock } from "@/lib/kernel/clock";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import type { QuoteRecord } from "@/lib/payments/quotes/quote";
import {
  challengeFor,
  toAuthenticateHeader,
  hasPaymentCredential,
  toReceiptHeader,
} from "@/lib/payments/rails/mpp";
import {
  encodeHeader,
  paymentRequiredFor,
  refusedResponse,
  requirementsFor,
  settlementResponse,
} from "@/lib/payments/rails/x402";
import { describePaid } from "@/lib/catalogue/discovery/describe-paid";
import { getReceipt } from "@/lib/payments/receipts/receipts";
import { getSettlement } from "@/lib/payments/settlement/payment-status";
import { type BroughtPayment, callSkill, challengeKey } from "@/lib/running/calls/call-skill";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";
import { describeRunner } from "@/lib/running/runners/current-runner";
import { assertRunAccess, getRun } from "@/lib/running/runs/get-run";

export const calls = noun("Calling");

type Headers = Record<string, string>;

/**
 * The question for payment of an open quote: its headers, one for each way to pay, and the problem that goes with them.
 */
async function paymentRequired(
  quote: QuoteRecord,
  url: string,
): Promise<{ headers: Headers; problem: DomainError }> {
  const key = challengeKey();
  const challenge = challengeFor(quote, { realm: new URL(env().APP_URL).host, key });
  const problem = new DomainError(
    "PAYMENT_REQUIRED",
    `One call costs ${quote.priceLamports} lamports, paid straight to its publisher. Nothing can be refunded; a failed run can be repeated without paying.`,
    {
      details: {
        quoteId: quote.id,
        priceLamports: String(quote.priceLamports),
        expiresAt: quote.expiresAt.toISOString(),
      },
    },
  );
  const headers: Headers = { "www-authenticate": toAuthenticateHeader(challenge) };
  const requirements = requirementsFor(quote, { now: systemClock.now(), key });
  if (requirements) {
    const resource = await describePaid(quote.versionId, { kind: "http", url });
    const required = { resource, error: "PAYMENT-SIGNATURE header is required" };
    headers["payment-required"] = encodeHeader(await paymentRequiredFor(requirements, required));
  }
  return { headers, problem };
}

/**
 * What says in the headers of an answer how its call was paid: `Payment-Receipt`, or `PAYMENT-RESPONSE` for a token.
 */
async function paidHeaders(
  quote: QuoteRecord,
  { challengeId, delivered }: { challengeId: string | undefined; delivered: string | undefined },
): Promise<Headers> {
  const settlement = await getSettlement(quote.id);
  const response = await settlementResponse(settlement, { ...quote, delivered });
  if (response !== null) return { "payment-response": encodeHeader(response) };
  return { "payment-receipt": toReceiptHeader(settlement, { memo: quote.memo, challengeId }) };
}

const MOVED_NOTHING: ReadonlySet<string> = new Set([
  "TRANSACTION_REJECTED",
  "PAYMENT_CREDENTIAL_INVALID",
  "SPENDING_LIMIT_EXCEEDED",
]);

/**
 * What tells an x402 client that its payment was refused and moved nothing; null where the outcome is not that sure.
 */
function refusedHeader(error: unknown): string | null {
  const certain = isDomainError(error) && MOVED_NOTHING.has(error.code);
  return certain ? encodeHeader(refusedResponse(String(error.details["reason"]))) : null;
}
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

calls
  .post("/v1/skills/{id}/call", {
    id: "callSkill",
    opens: true,
    summary: "Call a skill in one request, paying over HTTP",
    description:
      "A free skill runs at once. A priced one answers 402 with `WWW-Authenticate: Payment` (method solana, intent charge, native lamports); repeat the request with `Authorization: Payment` and it runs. Where the market takes a token as well, the same answer has `PAYMENT-REQUIRED` (x402 v2, scheme exact) and the request is repeated with `PAYMENT-SIGNATURE`. The money goes straight to the creator and the platform's fee to its treasury: the platform holds none and cannot refund. A paid call whose run fails for the skill's or the market's fault can be sent again without paying.",
    key: "optional",
    limit: REQUEST_LIMITS.call,
    params: skillParameter,
    headers: z.object({
      "idempotency-key": z
        .string()
        .optional()
        .describe("16 to 200 characters. The same key and request give the stored answer."),
    }),
    json: z.object({ version: versionParameter, input: z.unknown() }).openapi("CallRequest"),
    maxBytes: 128 * 1024,
    answers: {
      200: [
        answerSchema,
        "The run has ended: `state` says how. A paid call has `Payment-Receipt`, one paid in a token `PAYMENT-RESPONSE`.",
      ],
      202: [
        z.object({ quote: quoteSchema, reason: z.string().nullable() }).openapi("CallUnderWay"),
        "Under way: send the same again after Retry-After, and do not pay again.",
        { headers: { Location: headerNamed("Location") } },
      ],
    },
    problems: [
      "POLICY_REFUSED",
      "PAYMENT_REQUIRED",
      "PAYMENT_CREDENTIAL_INVALID",
      "IDEMPOTENCY_KEY_REUSED",
      ...CURRENT_VERSION_PROBLEMS,
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
      "SPENDING_LIMIT_EXCEEDED",
      ...RUNNER_PROBLEMS,
      "LEDGER_UNAVAILABLE",
    ],
  })
  .handle(async ({ json, headers, params, actor, send }, c) => {
    const { version, input } = json;
    const { "idempotency-key": idempotencyKey } = headers;
    const payment = readPaymentOf(c);
    const url = `${env().APP_URL}${c.req.path}`;
    const subject = callerSubject(c, actor);
    const runner = { accountId: actor?.accountId, address: callerAddress(c) };
    const setHeaders = (sent: Record<string, string>) => {
      for (const [name, value] of Object.entries(sent)) c.header(name, value);
    };
    const asked = callSkill({
      skill: params.id,
      input,
      signal: c.req.raw.signal,
      caller: subject,
      admit: async (what) => {
        const counted =
          what === "quote" ? consumeRateLimit(REQUEST_LIMITS.quote, subject) : limitFreeRuns(runner);
        writeRateLimit(c, await counted);
      },
      ...(version === undefined ? {} : { version }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      ...(payment ? { payment } : {}),
      ...(actor ? { accountId: actor.accountId } : {}),
      ...(actor?.apiKey ? { keyId: actor.apiKey.id } : {}),
    });
    const answer = await asked.catch((error: unknown) => {
      const refused = payment && "x402" in payment ? refusedHeader(error) : null;
      if (refused !== null) c.header("payment-response", refused);
      throw error;
    });
    if (answer.kind === "payment_required") {
      const asking = await paymentRequired(answer.quote, url);
      setHeaders(asking.headers);
      return sendProblem(c, asking.problem);
    }
    if (answer.kind === "pending") {
      c.header("retry-after", String(ASK_AGAIN_SECONDS));
      c.header("location", `${env().APP_URL}/v1/quotes/${answer.quote.id}`);
      return send(202, { quote: await toQuoteView(answer.quote), reason: answer.reason });
    }
    const { run, quote } = answer;
    const [paid, receipt] = await Promise.all([
      quote &&
        paidHeaders(quote, {
          challengeId: answer.challengeId,
          delivered: run.state === "DONE" ? url : undefined,
        }),
      run.receiptId === null ? null : getReceipt(run.receiptId),
    ]);
    if (paid) setHeaders(paid);
    return {
      output: run.output,
      run,
      accessToken: answer.accessToken,
      quoteId: quote?.id ?? null,
      receipt: receipt && { receiptId: receipt.id, envelope: envelopeSchema.parse(receipt.envelope) },
    };
  });

/** Of the two rails; the body of a request is the same for both. */
function readPaymentOf(c: ApiContext): BroughtPayment | undefined {
  const authorization = c.req.header("authorization");
  if (hasPaymentCredential(authorization)) return { authorization };
  const paymentSignature = c.req.header("payment-signature");
  return paymentSignature === undefined ? undefined : { x402: paymentSignature };
}

calls
  .post("/v1/skills/{id}/run", {
    id: "runSkill",
    opens: true,
    summary: "Run a free skill",
    description: "No account needed; a key makes the runs count for the account instead of the address.",
    key: "optional",
    params: skillParameter,
    json: z.object({ version: versionParameter, input: z.unknown() }).openapi("RunRequest"),
    maxBytes: 128 * 1024,
    answers: {
      200: [runAnswerSchema, "The run has ended: `state` says how."],
    },
    problems: [
      "POLICY_REFUSED",
      "PAYMENT_REQUIRED",
      ...CURRENT_VERSION_PROBLEMS,
      "SKILL_NOT_RUNNABLE",
      "INPUT_INVALID",
      "RATE_LIMITED",
      ...RUNNER_PROBLEMS,
    ],
  })
  .handle(async ({ json, params, actor }, c) => {
    const { version, input } = json;
    const caller = callerSubject(c, actor);
    writeRateLimit(c, await limitFreeRuns({ accountId: actor?.accountId, address: callerAddress(c) }));
    return runFreeSkill({
      skill: params.id,
      input,
      signal: c.req.raw.signal,
      caller,
      ...(version === undefined ? {} : { version }),
      ...(actor ? { accountId: actor.accountId, isByKey: true } : {}),
    });
  });

calls
  .get("/v1/runs/{id}", {
    id: "getRun",
    summary: "Read a run again",
    description:
      "With the access token of the run, or of the quote it was paid by. The output of a paid call is kept for 30 days at least; of one that is no longer kept the answer says since when (`cleared_at`).",
    params: z.object({ id: idParameter }),
    headers: accessTokenHeader,
    answers: { 200: [z.object({ run: runSchema }), "The run."] },
    problems: ["RUN_NOT_FOUND", "PERMISSION_DENIED"],
  })
  .handle(async ({ params, headers }) => {
    const run = await getRun(params.id);
    await assertRunAccess(run.id, headers["x-access-token"]);
    return { run };
  });

const amount = z.number().int().nullable();
const limitsSchema = z.object({
  network: z.enum(["none", "host"]),
  host_uid: amount.describe("The user a skill is on the machine itself; never 0."),
  seccomp: z.boolean(),
  capabilities: z.enum(["none", "inherited"]),
  memory_by: z.enum(["rlimit+watchdog", "cgroup", "none"]),
  memory_bytes: amount.describe("All processes of a run together."),
  process_memory_bytes: amount,
  processes: amount,
  open_files: amount,
  file_bytes: amount,
  temporary_bytes: amount,
  inodes: amount,
  stdout_bytes: amount,
  stderr_bytes: amount,
  image_enforced: z.boolean().describe("True only where the runtime image is compared before a start."),
});

const isolation = z.enum(["userns", "gvisor", "oci-runc", "vm", "none"]);
const runnerSchema = z
  .object({
    runner: z.string(),
    available: z.boolean(),
    reason: z.string().nullable().describe("Why no skill can be run, in one sentence."),
    remedy: z.string().nullable().describe("What the operator can do about it."),
    isolation: isolation.nullable(),
    minimum_isolation: z.record(z.enum(["sandbox", "community", "verified"]), isolation),
    runtimes: z.record(z.string(), z.string()).describe("Version of each language that can be called."),
    images: z
      .record(z.string(), z.string())
      .describe("Digest of the root file system of each language, by its content; empty without own ones."),
    limits: limitsSchema.nullable(),
  })
  .openapi("Runner");

calls
  .get("/v1/runner", {
    id: "getRunner",
    summary: "What runs skills here, and what it enforces",
    description:
      "Seen by the runner itself when it started, not read from its settings. The receipt of a paid call repeats what held for that call.",
    limit: REQUEST_LIMITS.runner,
    answers: { 200: [runnerSchema, "The runner."] },
  })
  .handle(async () => {
    const { name, probe, policy } = await describeRunner();
    const stopped = { reason: null, remedy: null, isolation: null, runtimes: {}, images: {}, limits: null };
    return { runner: name, available: probe.ok, minimumIsolation: policy, ...stopped, ...probe };
  });
