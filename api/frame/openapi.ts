import { METHODS } from "node:http";
import { isDeepStrictEqual } from "node:util";
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ApiEnv } from "@/api/frame/context";
import DESCRIPTION from "@/api/frame/description.json";
import { IGNORED_HEADER } from "@/api/frame/ignored-parameters";
import { env } from "@/lib/platform/config/env";
import { MPP_CURRENCY, MPP_INTENT, MPP_METHOD } from "@/lib/payments/rails/mpp";
import packageJson from "@/package.json";

const METHOD_NAMES = new Set(METHODS.map((method) => method.toLowerCase()));

/** A body as an OpenAPI document has it: a schema for each kind. */
type DescribedContent = Record<string, { example?: unknown; schema?: { title?: string } | { $ref: string } }>;

/** An answer as an OpenAPI document has it. */
export interface DescribedAnswer {
  description?: string;
  content?: DescribedContent;
  headers?: Record<string, unknown>;
}

/** The members of an operation in an OpenAPI document that are completed once all routes are known. */
export interface DescribedOperation {
  operationId?: string;
  security?: object[];
  parameters?: { in: string }[];
  requestBody?: { content: DescribedContent };
  responses: Record<string, DescribedAnswer>;
}

/** The operations of a document's `paths`, in their order. */
export function operationsIn(paths: object): DescribedOperation[] {
  return Object.values(paths).flatMap((item: Record<string, DescribedOperation>) =>
    Object.entries(item).flatMap(([method, operation]) => (METHOD_NAMES.has(method) ? [operation] : [])),
  );
}

/** The headers of answers that clients act on are described once, and referred to by name. */
type Named = Record<string, keyof typeof DESCRIPTION.headers>;
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
export const headerNamed = (key: keyof typeof DESCRIPTION.headers) => ({
  $ref: `#/components/headers/${key}`,
});

/** The operation is paid for by its own request: asked with 402, under way with 202. */
const paysHere = (responses: Responses) => "402" in responses && "202" in responses;

function describeAnswers(responses: Responses): void {
  for (const [status, response] of Object.entries(responses)) {
    const named: Named = {
      ...OF_STATUS[status],
      ...(status === "200" && "304" in responses ? { ETag: "ETag" } : {}),
      ...(status === "200" && paysHere(responses) ? PAID : {}),
      ...((status === "403" || status === "422") && paysHere(responses) ? REFUSED : {}),
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

/**
 * What the calls of all skills have in common. `amount` is null because each skill has its own price; the 402 names it.
 */
const OFFERS = [
  {
    intent: MPP_INTENT,
    method: MPP_METHOD,
    amount: null,
    currency: MPP_CURRENCY,
    description: "The price of the skill, in lamports, straight to its publisher. A free skill runs without.",
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

/** A group of operations; the description has them in the order in which a newcomer meets them. */
export type Tag = keyof typeof DESCRIPTION.tags;

/**
 * The OpenAPI document of an application, from the very schemas its routes check with, in the order of `operations`.
 * `server` is its public address.
 */
export function openApiDocument(
  app: OpenAPIHono<ApiEnv>,
  operations: readonly Described[],
  server: string = env().APP_URL,
) {
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: DESCRIPTION.info.title,
      version: packageJson.version,
      description: DESCRIPTION.info.description,
    },
    servers: [{ url: server }],
    tags: Object.entries(DESCRIPTION.tags).map(([name, description]) => ({ name, description })),
  });
  const { securitySchemes, headers } = DESCRIPTION;
  Object.assign(document, { components: { securitySchemes, headers, ...document.components } });
  document.paths = inOrderOf(operations, document.paths ?? {});
  describeHeaders(document.paths);
  describeExamples(document.paths, operations);
  nameSchemas(document);
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

/** A schema that is worth a type of its own in a generated client; a text or bytes are none. */
const hasForm = (schema: object): boolean =>
  ["properties", "items", "anyOf", "oneOf", "allOf"].some((member) => member in schema);

/**
 * Gives each body and answer that has no name one after its operation, since a generated client names its types by them.
 * One that is described outside of zod may say its name as its `title`, for several operations to share.
 */
function nameSchemas(document: { paths?: object; components?: { schemas?: object } }): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, object>;
  const name = (content: DescribedContent | undefined, own: string) => {
    for (const media of Object.values(content ?? {})) {
      if (!media.schema || !hasForm(media.schema)) continue;
      const { title = own, ...schema } = media.schema as { title?: string };
      const known = (schemas[title] ??= schema);
      if (!isDeepStrictEqual(known, schema)) throw new Error(`two schemas would be named ${title}`);
      media.schema = { $ref: `#/components/schemas/${title}` };
    }
  };
  for (const { operationId = "", requestBody, responses } of operationsIn(document.paths ?? {})) {
    const own = operationId.charAt(0).toUpperCase() + operationId.slice(1);
    name(requestBody?.content, `${own}Request`);
    for (const { content } of Object.values(responses)) name(content, `${own}Answer`);
  }
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
