import { z } from "@hono/zod-openapi";
import { Hono, type MiddlewareHandler } from "hono";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { callerAddress } from "@/api/caller";
import type { ApiContext, ApiEnv } from "@/api/context";
import { limitRate } from "@/api/limit-rate";
import { QUOTE_LIMIT } from "@/api/quote-limit";
import { ACTION_HEADERS } from "@/api/actions/headers";
import { toInput, toParameters } from "@/api/actions/parameters";
import { readClientJson } from "@/api/clawhub/read-request";
import { DomainError } from "@/lib/errors";
import { toProblem } from "@/lib/http/problem";
import { baseUrl } from "@/lib/http/problem-response";
import { getSkill } from "@/lib/registry/get-skill";
import type { SkillDetail } from "@/lib/registry/views";
import { accessTokenFor, assertAccess } from "@/lib/running/access-token";
import { offerCall } from "@/lib/running/offer-call";
import { runPaidCall } from "@/lib/running/run-paid-call";
import { claimPayment } from "@/lib/settlement/claim-payment";
import { currentSettlement } from "@/lib/settlement/current-settlement";
import { buildPaymentTransaction } from "@/lib/settlement/payment-transaction";
import { memoOfQuote } from "@/lib/settlement/payment-terms";
import { formatLamportsAsSol } from "@/lib/skill-format";

const MAX_OUTPUT_CHARACTERS = 2_000;

const purchase = z.looseObject({
  account: z.string().max(64),
  data: z.record(z.string().max(200), z.unknown()).optional(),
});
const payment = z.looseObject({ signature: z.string().max(200) });

/** A call bought in a wallet or in a page that shows Actions: a form, a transaction of a real quote, the output. */
export function addActions(app: OpenAPIHono<ApiEnv>): void {
  app.get("/actions.json", (c) =>
    c.json(
      {
        rules: [
          { pathPattern: "/skills/*", apiPath: `${baseUrl()}/api/actions/skills/*` },
          { pathPattern: "/api/actions/**", apiPath: `${baseUrl()}/api/actions/**` },
        ],
      },
      200,
      { ...ACTION_HEADERS, "cache-control": "public, max-age=3600" },
    ),
  );
  const actions = new Hono<ApiEnv>();
  actions.use(withHeaders);
  actions.onError((error, c) => {
    const { status, headers, body } = toProblem(error, { requestId: c.get("requestId"), baseUrl: baseUrl() });
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
  actions.all("*", (c) => {
    throw new DomainError("NOT_FOUND", `There is no action under ${c.req.path.slice(0, 200)}.`);
  });
  app.route("/api/actions", actions);
}

const withHeaders: MiddlewareHandler<ApiEnv> = async (c, next) => {
  for (const [name, value] of Object.entries(ACTION_HEADERS)) c.header(name, value);
  await next();
};

async function getPriced(c: ApiContext): Promise<SkillDetail> {
  const detail = await getSkill((c.req.param("slug") ?? "").slice(0, 100));
  if (detail.priceLamports !== "0" && detail.runnable) return detail;
  throw new DomainError("SKILL_NOT_RUNNABLE", "Only priced skills that run here are sold as actions.");
}

const icon = () => `${baseUrl()}/icon-512.png`;

function toAction(detail: SkillDetail) {
  const label = `Call for ${formatLamportsAsSol(detail.priceLamports)} SOL`;
  return {
    type: "action",
    icon: icon(),
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
  await limitRate(c, QUOTE_LIMIT, callerAddress(c));
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

/** Told by the wallet that the transaction is on the chain: the call is made, once, and its output shown. */
async function deliver(c: ApiContext): Promise<Response> {
  const quoteId = (c.req.param("id") ?? "").slice(0, 100);
  assertAccess(quoteId, c.req.query("token"));
  const { signature } = await readClientJson(c, payment);
  const { reason } = await claimPayment({ quoteId, signature }, currentSettlement());
  const again = `/api/actions/quotes/${quoteId}?token=${accessTokenFor(quoteId)}`;
  if (reason === "not_seen_yet" || reason === "ledger_unavailable")
    return c.json(
      waiting(again, "The payment is not on the chain yet. Do not pay again: look again in a moment."),
    );
  const run = await runPaidCall(quoteId);
  if (run.state !== "DONE")
    return c.json(
      waiting(
        again,
        `The run failed: ${run.failure ?? run.fault ?? "no reason given"}. It can be repeated without paying.`,
      ),
    );
  const output = JSON.stringify(run.output, null, 1).slice(0, MAX_OUTPUT_CHARACTERS);
  const receipt = run.receiptId === null ? "" : ` Receipt: ${baseUrl()}/receipts/${run.receiptId}`;
  return c.json({
    type: "completed",
    icon: icon(),
    title: `${run.skill} ${run.version}`,
    label: "Done",
    description: `${output}${receipt}`,
  });
}

function waiting(href: string, description: string) {
  return {
    type: "action",
    icon: icon(),
    title: "Your call",
    label: "Look again",
    description,
    links: { actions: [{ type: "post", label: "Look again", href }] },
  };
}
