import { IGNORED_HEADER } from "@/api/ignored-parameters";
import { operationsIn, type DescribedAnswer } from "@/api/openapi/described-operations";

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
export function describeHeaders(paths: object): void {
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
