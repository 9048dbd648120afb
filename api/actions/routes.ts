import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { Hono, type MiddlewareHandler } from "hono";
import { ACTION_HEADERS, chainHeaders } from "@/api/actions/headers";
import { toInput, toParameters } from "@/api/actions/parameters";
import { readClientJson } from "@/api/clawhub/requests";
import { callerAddress, limitRate } from "@/api/frame/caller";
import type { ApiContext, ApiEnv } from "@/api/frame/context";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { env } from "@/lib/platform/config/env";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { toProblem } from "@/lib/web/http/problems/problem";
import { DomainError } from "@/lib/kernel/errors";
import { memoOfQuote } from "@/lib/payments/quotes/payment-terms";
import { submitSignature } from "@/lib/payments/settlement/submit-signature";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import { buildPaymentTransaction } from "@/lib/payments/transactions/payment-transaction";
import type { SkillDetail } from "@/lib/registry/views";
import { offerCall } from "@/lib/running/calls/offer-call";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { assertAccess, OUTPUT_NOT_STORED } from "@/lib/running/runs/get-run";
import { formatLamportsAsSol } from "@/lib/skill-format";
import { explainObstacles } from "@/lib/skill-format/issues/call-obstacles";

/** The picture of every action: a client shows none without it. */
const ICON_PATH = "/icon-512.png";

const MAX_OUTPUT_CHARACTERS = 2_000;
const payment = z.looseObject({ signature: z.string().max(200) });

interface Paid {
  quoteId: string;
  token: string;
  signature: string;
}

/**
 * Told by the wallet that the transaction is on the chain: the call is made, once, and its output is the next action.
 */
async function deliver(c: ApiContext): Promise<Response> {
  const access = await readAccess(c);
  const { signature } = await readClientJson(c, payment);
  return c.json(await nextAction({ ...access, signature }));
}

/** The button "Look again". A button sends no signature, so it is in its address; its answer holds the next action. */
async function recheckExpiredQuote(c: ApiContext): Promise<Response> {
  const signature = (c.req.query("signature") ?? "").slice(0, 200);
  const action = await nextAction({ ...(await readAccess(c)), signature });
  return c.json({ type: "post", links: { next: { type: "inline", action } } });
}

/** Throws PERMISSION_DENIED for a token that is not the quote's, and RATE_LIMITED. */
async function readAccess(c: ApiContext): Promise<Omit<Paid, "signature">> {
  const quoteId = (c.req.param("id") ?? "").slice(0, 100);
  const token = c.req.query("token") ?? "";
  assertAccess(quoteId, token);
  await limitRate(c, REQUEST_LIMITS.payment, callerAddress(c));
  return { quoteId, token };
}

async function nextAction(paid: Paid) {
  const { quoteId, signature } = paid;
  const { reason } = await submitSignature({ quoteId, signature }, currentSettlement());
  if (reason === "not_seen_yet" || reason === "ledger_unavailable")
    return waiting(paid, "The payment is not on the chain yet. Do not pay again: look again in a moment.");
  const run = await runPaidCall(quoteId);
  if (run.state !== "DONE") {
    const why = run.failure ?? run.fault ?? "no reason given";
    return waiting(paid, `The run failed: ${why}. It can be repeated without paying.`);
  }
  const output = run.clearedAt === null ? JSON.stringify(run.output, null, 1) : OUTPUT_NOT_STORED;
  const shown =
    output.length > MAX_OUTPUT_CHARACTERS ? `${output.slice(0, MAX_OUTPUT_CHARACTERS)}… (cut short)` : output;
  const receipt = run.receiptId === null ? "" : ` Receipt: ${env().APP_URL}/receipts/${run.receiptId}`;
  return {
    type: "completed",
    icon: `${env().APP_URL}${ICON_PATH}`,
    title: `${run.skill} ${run.version}`,
    label: "Done",
    description: `${shown}${receipt}`,
  };
}

function waiting({ quoteId, token, signature }: Paid, description: string) {
  const query = new URLSearchParams({ token, signature });
  const href = `/api/actions/quotes/${quoteId}/again?${query.toString()}`;
  return {
    type: "action",
    icon: `${env().APP_URL}${ICON_PATH}`,
    title: "Your call",
    label: "Look again",
    description,
    links: { actions: [{ type: "post", label: "Look again", href }] },
  };
}

const purchase = z.looseObject({
  account: z.string().max(64),
  data: z.record(z.string().max(200), z.unknown()).optional(),
});

/** A call bought in a wallet or in a page that shows Actions: a form, a transaction of a real quote, the output. */
export function addActions(app: OpenAPIHono<ApiEnv>): void {
  app.get("/actions.json", (c) =>
    c.json(
      {
        rules: [
          { pathPattern: "/skills/*", apiPath: `${env().APP_URL}/api/actions/skills/*` },
          { pathPattern: "/api/actions/**", apiPath: `${env().APP_URL}/api/actions/**` },
        ],
      },
      200,
      { ...ACTION_HEADERS, "cache-control": "public, max-age=3600" },
    ),
  );
  const actions = new Hono<ApiEnv>();
  actions.use(withHeaders);
  actions.onError((error, c) => {
    const { status, headers, body } = toProblem(error, {
      requestId: c.get("requestId"),
      baseUrl: env().APP_URL,
    });
    const answer = { message: body.detail, error_code: body.error_code };
    return c.body(JSON.stringify(answer), status, {
      ...headers,
      ...ACTION_HEADERS,
      "content-type": "application/json",
    });
  });
  actions.get("/skills/:slug", async (c) => c.json(toAction(await getPriced(c))));
  actions.post("/skills/:slug", sell);
  actions.post("/quotes/:id", deliver);
  actions.post("/quotes/:id/again", recheckExpiredQuote);
  actions.all("*", (c) => {
    throw new DomainError("NOT_FOUND", `There is no action under ${c.req.path.slice(0, 200)}.`);
  });
  app.route("/api/actions", actions);
}

const withHeaders: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const headers = { ...ACTION_HEADERS, ...(await chainHeaders()) };
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  await next();
};

async function getPriced(c: ApiContext): Promise<SkillDetail> {
  const detail = await getSkill((c.req.param("slug") ?? "").slice(0, 100));
  if (detail.priceLamports !== "0" && detail.runnable) return detail;
  const why = explainObstacles(detail.obstacles) ?? "Only priced skills that run here are sold as actions.";
  throw new DomainError("SKILL_NOT_RUNNABLE", why);
}

function toAction(detail: SkillDetail) {
  const label = `Call for ${formatLamportsAsSol(detail.priceLamports)} SOL`;
  return {
    type: "action",
    icon: `${env().APP_URL}${ICON_PATH}`,
    title: detail.displayName,
    description: `${detail.description} A failed run can be repeated without paying; money is not paid back.`,
    label,
    links: {
      actions: [
        {
          type: "transaction",
          label,
          href: `/api/actions/skills/${detail.slug}`,
          parameters: toParameters(detail.inputSchema),
        },
      ],
    },
  };
}

/** The transaction of a real quote: the input is checked before anything can be paid. */
async function sell(c: ApiContext): Promise<Response> {
  const detail = await getPriced(c);
  const { account, data = {} } = await readClientJson(c, purchase);
  await limitRate(c, REQUEST_LIMITS.quote, callerAddress(c));
  const input = toInput(detail.inputSchema, { ...c.req.query(), ...data });
  const { quote, accessToken } = await offerCall({ skill: detail.slug, payerAddress: account, input });
  const bytes = buildPaymentTransaction({ ...quote, payerAddress: account, memo: memoOfQuote(quote.id) });
  const total = quote.creatorLamports + quote.feeLamports;
  return c.json({
    type: "transaction",
    transaction: Buffer.from(bytes).toString("base64"),
    message: `One call of ${detail.displayName} ${detail.version}: ${formatLamportsAsSol(total)} SOL, fee of the market included.`,
    links: { next: { type: "post", href: `/api/actions/quotes/${quote.id}?token=${accessToken}` } },
  });
}
