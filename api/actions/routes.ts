import { z } from "@hono/zod-openapi";
import { Hono, type MiddlewareHandler } from "hono";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { callerAddress } from "@/api/caller";
import type { ApiContext, ApiEnv } from "@/api/context";
import { limitRate } from "@/api/limits/limit-rate";
import { deliver, recheckExpiredQuote } from "@/api/actions/deliver";
import { ACTION_HEADERS, chainHeaders } from "@/api/actions/headers";
import { ICON_PATH } from "@/api/actions/icon-path";
import { toInput, toParameters } from "@/api/actions/parameters";
import { readClientJson } from "@/api/clawhub/read-request";
import { env } from "@/lib/config/env";
import { DomainError } from "@/lib/kernel/errors";
import { toProblem } from "@/lib/http/problems/problem";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { explainObstacles } from "@/lib/skill-format/issues/call-obstacles";
import type { SkillDetail } from "@/lib/registry/views";
import { offerCall } from "@/lib/running/calls/offer-call";
import { buildPaymentTransaction } from "@/lib/payments/transactions/payment-transaction";
import { memoOfQuote } from "@/lib/payments/quotes/payment-terms";
import { formatLamportsAsSol } from "@/lib/skill-format";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

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
