import { METHODS } from "node:http";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ApiEnv } from "@/api/frame/context";
import { IGNORED_HEADER } from "@/api/frame/ignored-parameters";
import { env } from "@/lib/config/env";
import { MPP_CURRENCY, MPP_INTENT, MPP_METHOD } from "@/lib/payments/rails/mpp";
import packageJson from "@/package.json";

const METHOD_NAMES = new Set(METHODS.map((method) => method.toLowerCase()));

/** An answer as an OpenAPI document has it. */
export interface DescribedAnswer {
  description?: string;
  headers?: Record<string, unknown>;
}

/** The members of an operation in an OpenAPI document that are completed once all routes are known. */
export interface DescribedOperation {
  operationId?: string;
  security?: object[];
  parameters?: { in: string }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, DescribedAnswer>;
}

/** The operations of a document's `paths`, in their order. */
export function operationsIn(paths: object): DescribedOperation[] {
  return Object.values(paths).flatMap((item: Record<string, DescribedOperation>) =>
    Object.entries(item).flatMap(([method, operation]) => (METHOD_NAMES.has(method) ? [operation] : [])),
  );
}

/** Registered in the document under `components.securitySchemes`. */
const SECURITY_SCHEMES = {
  ApiKey: { type: "apiKey", in: "header", name: "X-API-KEY" },
  Bearer: { type: "http", scheme: "bearer", bearerFormat: "sk_…" },
} as const;

/** The headers of answers that clients act on, described once and referred to by name. */
export const RESPONSE_HEADERS = {
  ETag: header("Send it as If-None-Match: what is unchanged is answered 304, without a body."),
  RetryAfter: header("Seconds to wait before the request is sent again.", "integer"),
  RateLimitLimit: header("Requests of this kind in the time span.", "integer"),
  RateLimitRemaining: header("How many of them are left.", "integer"),
  RateLimitReset: header("Seconds until the time span begins anew.", "integer"),
  Authenticate: header(
    "What to bring: `Bearer` is an API key, `Payment` the question for payment of this call.",
  ),
  PaymentRequired: header("The same question for x402 clients, where the market takes a token."),
  PaymentReceipt: header("How the call was paid: base64url of JSON with the transaction's signature."),
  PaymentResponse: header("The same for a call paid in a token (x402)."),
  IgnoredParameters: header(
    "Parameters of the address that the operation does not know, with commas, percent-encoded: a filter that is misspelt filters nothing.",
  ),
  Location: header("Where what was made, or is under way, can be asked for."),
};

type Named = Record<string, keyof typeof RESPONSE_HEADERS>;
type Responses = Record<string, DescribedAnswer>;

const LIMITED: Named = {
  "RateLimit-Limit": "RateLimitLimit",
  "RateLimit-Remaining": "RateLimitRemaining",
  "RateLimit-Reset": "RateLimitReset",
};
const OF_STATUS: Readonly<Record<string, Named>> = {
  202: { "Retry-After": "RetryAfter" },
  303: { Location: "Location" },
  304: { ETag: "ETag" },
  401: { "WWW-Authenticate": "Authenticate" },
  402: { "WWW-Authenticate": "Authenticate", "PAYMENT-REQUIRED": "PaymentRequired" },
  429: { ...LIMITED, "Retry-After": "RetryAfter" },
  503: { "Retry-After": "RetryAfter" },
};
const PAID: Named = { "Payment-Receipt": "PaymentReceipt", "PAYMENT-RESPONSE": "PaymentResponse" };
const REFUSED: Named = { "PAYMENT-RESPONSE": "PaymentResponse" };

/**
 * Adds to each answer of a document the headers it may have, as its status and its neighbours tell: what can be 304 has
 * an entity tag, what can be 429 says how much is left, what can be 402 has a receipt when it was paid. Headers a route
 * describes itself stand.
 */
function describeHeaders(paths: object): void {
  for (const { parameters = [], responses } of operationsIn(paths)) {
    describeAnswers(responses);
    if (!parameters.some((parameter) => parameter.in === "query") || !responses["200"]) continue;
    responses["200"].headers = {
      ...responses["200"].headers,
      [IGNORED_HEADER]: headerNamed("IgnoredParameters"),
    };
  }
}

/** One of the headers above, for a route that knows more of its answers than their statuses say. */
export const headerNamed = (key: keyof typeof RESPONSE_HEADERS) => ({ $ref: `#/components/headers/${key}` });

/** The operation is paid for by its own request: asked with 402, under way with 202. */
const paysHere = (responses: Responses) => "402" in responses && "202" in responses;

function describeAnswers(responses: Responses): void {
  for (const [status, response] of Object.entries(responses)) {
    const named: Named = {
      ...OF_STATUS[status],
      ...(status === "200" && "304" in responses ? { ETag: "ETag" } : {}),
      ...(status === "200" && paysHere(responses) ? PAID : {}),
      ...(status === "422" && paysHere(responses) ? REFUSED : {}),
      ...(status < "300" && "429" in responses ? LIMITED : {}),
    };
    const own = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()));
    const added = Object.entries(named).filter(([name]) => !own.has(name.toLowerCase()));
    if (added.length === 0) continue;
    response.headers = {
      ...response.headers,
      ...Object.fromEntries(added.map(([name, key]) => [name, headerNamed(key)])),
    };
  }
}

function header(description: string, type: "string" | "integer" = "string") {
  return { description, schema: { type } };
}

/**
 * What the calls of all skills have in common. `amount` is null because each skill has its own price; the 402 names it.
 */
const OFFERS = [
  {
    intent: MPP_INTENT,
    method: MPP_METHOD,
    amount: null,
    currency: MPP_CURRENCY,
    description: "The price of the skill, in lamports, straight to its creator. A free skill runs without.",
  },
];
/** Operations that ask for payment with a challenge, and are paid by being sent again. */
const PAYABLE = new Set(["callSkill"]);

/**
 * Says in a document what can be paid for, to programs that look for it before they ask: `x-service-info`, and
 * `x-payment-info` of each payable operation (draft-payment-discovery-01). `url` is the market's public address.
 */
function describePayments(document: { paths?: object }, url: string): void {
  Object.assign(document, {
    "x-service-info": {
      categories: ["developer-tools", "compute"],
      docs: { homepage: `${url}/docs/payment`, apiReference: `${url}/docs/api`, llms: `${url}/llms.txt` },
    },
  });
  for (const operation of operationsIn(document.paths ?? {})) {
    if (PAYABLE.has(operation.operationId ?? ""))
      Object.assign(operation, { "x-payment-info": { offers: OFFERS } });
  }
}

const DESCRIPTION = [
  "An open market for AI agent skills. Reading, searching and downloading need no key.",
  "Failures are problem details (RFC 9457): branch on `error_code`.",
  "Amounts are lamports as decimal digits.",
  "Parameters of an address that an operation does not know are ignored, and named in X-Ignored-Parameters.",
  "Every answer has X-Request-Id; name it when you ask about a failure, which has it as `request_id` too.",
].join(" ");

/** What each group of operations is for, in the order a newcomer meets them. */
const TAGS = {
  Discovery: "Find skills, read them, compare them and download them.",
  Calling: "Call skills, free or paid, and check what was paid.",
  Publishing: "Check, publish and withdraw versions of skills.",
  Drafts: "Upload without an account; a person claims it later.",
  Account: "An account: its API keys, its skills and what needs it, its money and its domains.",
  Audits: "Audits signed by verifiers, challenges to them, and deposits.",
  Transparency: "The public log, its proofs and its tiles.",
  Operation: "For who runs the market.",
};
export type Tag = keyof typeof TAGS;

/**
 * The OpenAPI document of an application, from the very schemas its routes check with, in the order of `operations`.
 * `server` is its public address.
 */
export function openApiDocument(
  app: OpenAPIHono<ApiEnv>,
  operations: readonly Described[],
  server: string = env().APP_URL,
) {
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES)) {
    app.openAPIRegistry.registerComponent("securitySchemes", name, scheme);
  }
  for (const [name, described] of Object.entries(RESPONSE_HEADERS)) {
    app.openAPIRegistry.registerComponent("headers", name, described);
  }
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Emporion agent API",
      version: packageJson.version,
      description: DESCRIPTION,
    },
    servers: [{ url: server }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  });
  document.paths = inOrderOf(operations, document.paths ?? {});
  describeHeaders(document.paths);
  describeExamples(document.paths, operations);
  describePayments(document, server);
  return document;
}

interface Described {
  route: { path: string; operationId?: string | undefined };
  example: Readonly<Record<string, unknown>> | undefined;
}

/** The application has them in the order in which they are asked. */
function inOrderOf<Item>(
  operations: readonly Described[],
  paths: Record<string, Item>,
): Record<string, Item> {
  return Object.fromEntries(
    operations.flatMap(({ route: { path } }) => (paths[path] ? [[path, paths[path]]] : [])),
  );
}

/** The skill whose input the example of an operation is, for those with one in their address. */
const CALLED: Readonly<Record<string, string>> = { runSkill: "iban-check", callSkill: "loan-amortization" };

/**
 * Adds to each body of a document the example of its operation, and the skill it is for. A file of a form has none: it
 * is bytes.
 */
function describeExamples(paths: object, operations: readonly Described[]): void {
  const examples = new Map(operations.map(({ route, example }) => [route.operationId, example]));
  for (const { operationId = "", parameters = [], requestBody } of operationsIn(paths)) {
    const example = examples.get(operationId);
    const called = CALLED[operationId];
    for (const parameter of parameters)
      if (called !== undefined && parameter.in === "path") Object.assign(parameter, { example: called });
    for (const [type, content] of Object.entries(requestBody?.content ?? {})) {
      const written = type.startsWith("text/") ? example?.["skill_md"] : example;
      if (written !== undefined && !type.startsWith("multipart/")) content.example = written;
    }
  }
}
