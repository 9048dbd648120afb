import { z } from "zod";
import { systemClock } from "@/lib/kernel/clock";
import type { JsonObject } from "@/lib/kernel/json/canonical-json";
import { signJws, toCompactJws } from "@/lib/log/attestation/sign-jws";

// What x402 v2 carries beside its terms (specs/extensions of x402-foundation/x402): `bazaar`, `payment-identifier` and
// `offer-receipt`.

/** The terms of one way to pay that a market answers for with its signature. */
export interface OfferedTerms {
  scheme: string;
  network: string;
  /** Smallest units of `asset`. */
  amount: string;
  asset: string;
  /** The owner of the receiving account, not the account. */
  payTo: string;
  maxTimeoutSeconds: number;
}

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** What is paid for, as catalogues of x402 list it. */
export interface PaidResource {
  /** Its address; of a tool of MCP that of the server. */
  url: string;
  description: string;
  tags: readonly string[];
  /** How it is called, with the input of an example that was replayed here, where there is one. */
  call: { kind: "http"; input: unknown } | { kind: "mcp"; toolName: string; input: unknown };
  /** Null where none is declared. */
  inputSchema: JsonObject | null;
  outputSchema: JsonObject | null;
  /** Of the same example. */
  output: unknown;
}

const MAX_TAGS = 5;
const MAX_TAG_CHARACTERS = 32;
const PRINTABLE = /^[\x20-\x7e]+$/;
const MAX_DESCRIPTION_CHARACTERS = 300;

/** The `resource` of a question for payment, with what catalogues take (bazaar, "Service Metadata on `resource`"). */
export function resourceOf({ url, description, tags }: Pick<PaidResource, "url" | "description" | "tags">) {
  const taken = [...new Set(tags.filter((tag) => PRINTABLE.test(tag) && tag.length <= MAX_TAG_CHARACTERS))];
  const about = `${description.slice(0, MAX_DESCRIPTION_CHARACTERS).toWellFormed()} One call. Paid to its publisher alone; the platform fee is not taken from this payment.`;
  return {
    url,
    description: about.trim(),
    mimeType: "application/json",
    serviceName: "Emporion",
    ...(taken.length === 0 ? {} : { tags: taken.slice(0, MAX_TAGS) }),
  };
}

/** How it is called, and a schema that this obeys (bazaar). Without an example no schema of the input is claimed. */
export function bazaarOf({ call, inputSchema, outputSchema, output }: PaidResource) {
  const hasExample = call.input !== undefined;
  const schema = hasExample ? portable(inputSchema) : {};
  const input =
    call.kind === "http"
      ? { type: "http", method: "POST", bodyType: "json", body: { input: call.input ?? {} } }
      : {
          type: "mcp",
          toolName: call.toolName,
          transport: "streamable-http",
          inputSchema: { ...portable(inputSchema), type: "object" },
          ...(hasExample ? { example: call.input } : {}),
        };
  const body = {
    type: "object",
    properties: { input: schema, version: { type: "string" } },
    required: ["input"],
  };
  const properties =
    call.kind === "http"
      ? {
          type: { type: "string", const: "http" },
          method: { type: "string", enum: ["POST"] },
          bodyType: { type: "string", enum: ["json"] },
          body,
        }
      : {
          type: { type: "string", const: "mcp" },
          toolName: { type: "string" },
          transport: { type: "string", enum: ["streamable-http", "sse"] },
          inputSchema: { type: "object" },
          example: schema,
        };
  return {
    info: { input, output: { type: "json", ...(hasExample ? { example: output } : {}) } },
    schema: {
      $schema: DIALECT,
      type: "object",
      properties: {
        input: {
          type: "object",
          properties,
          required: Object.keys(properties).filter((name) => name !== "transport" && name !== "example"),
          additionalProperties: false,
        },
        output: {
          type: "object",
          properties: { type: { type: "string" }, example: hasExample ? portable(outputSchema) : {} },
          required: ["type"],
        },
      },
      required: ["input"],
    },
  };
}

/** References inside a schema mean its root, which it is no longer; of such a one nothing is claimed. */
function portable(schema: JsonObject | null): JsonObject {
  if (schema === null || /"\$(ref|id|dynamicRef|anchor|dynamicAnchor)"/.test(JSON.stringify(schema)))
    return {};
  const { $schema: _dialect, ...rest } = schema;
  return rest;
}

const PAYMENT_IDENTIFIER = "payment-identifier";
const ID_SCHEMA = { type: "string", minLength: 16, maxLength: 128 };

/** That a payment may bring an id of its own: it is the `Idempotency-Key` of the call. */
const identifierAsked = {
  info: { required: false },
  schema: {
    $schema: DIALECT,
    type: "object",
    properties: { required: { type: "boolean" }, id: ID_SCHEMA },
    required: ["required"],
  },
};

/** The id in the extensions of a payment; what else is there is passed over. */
export const extensionsSchema = z
  .object({
    [PAYMENT_IDENTIFIER]: z
      .object({
        info: z.object({
          id: z
            .string()
            .regex(/^[\w-]{16,128}$/)
            .optional(),
        }),
      })
      .optional(),
  })
  .optional();

export const identifierOf = (extensions: z.infer<typeof extensionsSchema>): string | undefined =>
  extensions?.[PAYMENT_IDENTIFIER]?.info.id;

const OFFER_RECEIPT = "offer-receipt";
const MS = 1000;

/** The name of a market that its own `/.well-known/did.json` explains (did:web). */
export const didOf = (url: string): string => `did:web:${encodeURIComponent(new URL(url).host)}`;

/** The members that are signed; `url` is the market's. */
async function signArtifact(payload: object, url: string): Promise<{ format: "jws"; signature: string }> {
  const signed = await signJws(JSON.stringify(payload), (keyId) => ({ kid: `${didOf(url)}#${keyId}` }));
  return { format: "jws", signature: toCompactJws(signed) };
}

const artifactSchema = (name: string, schema: object) => ({
  $schema: DIALECT,
  type: "object",
  properties: { [name]: schema },
  required: [name],
});
const SIGNED = {
  type: "object",
  properties: { format: { type: "string", const: "jws" }, signature: { type: "string" } },
  required: ["format", "signature"],
};

/** What the market asks, signed: that it did ask this (offer and receipt, 4). Throws what `assertMaySign` throws. */
async function offerOf(terms: OfferedTerms, resourceUrl: string) {
  const { scheme, network, asset, payTo, amount, maxTimeoutSeconds } = terms;
  const validUntil = Math.floor(systemClock.now().getTime() / MS) + maxTimeoutSeconds;
  const payload = { version: 1, resourceUrl, scheme, network, asset, payTo, amount, validUntil };
  const offer = { ...(await signArtifact(payload, resourceUrl)), acceptIndex: 0 };
  return { info: { offers: [offer] }, schema: artifactSchema("offers", { type: "array", items: SIGNED }) };
}

/**
 * That a payment arrived and its call was answered, signed (offer and receipt, 5). Its time is that of the settlement, so
 * that the same call has the same receipt whenever it is asked for. Throws what `assertMaySign` throws.
 */
export async function receiptOf(
  facts: { network: string; resourceUrl: string; payer: string; transaction: string },
  settledAt: Date,
): Promise<object> {
  const issuedAt = Math.floor(settledAt.getTime() / MS);
  const receipt = await signArtifact({ version: 1, ...facts, issuedAt }, facts.resourceUrl);
  return { [OFFER_RECEIPT]: { info: { receipt }, schema: artifactSchema("receipt", SIGNED) } };
}

/**
 * How long the description of a call may be. Over HTTP it is sent as base64 in a header: Node's clients take 16 kB of
 * headers, and proxies often 8 kB.
 */
const MAX_BAZAAR_BYTES = { http: 2_500, mcp: 20_000 };

/**
 * All extensions of a question for payment. Of a skill whose schemas and example are too long no example and no schema is
 * sent; whoever needs them reads `GET /v1/agent/skills/{id}/schema`.
 */
export async function extensionsOf(resource: PaidResource, terms: OfferedTerms): Promise<object> {
  const whole = bazaarOf(resource);
  const isShort = Buffer.byteLength(JSON.stringify(whole)) <= MAX_BAZAAR_BYTES[resource.call.kind];
  const plain: PaidResource = {
    ...resource,
    call: { ...resource.call, input: undefined },
    inputSchema: null,
    outputSchema: null,
  };
  return {
    bazaar: isShort ? whole : bazaarOf(plain),
    [PAYMENT_IDENTIFIER]: identifierAsked,
    [OFFER_RECEIPT]: await offerOf(terms, resource.url),
  };
}
