import { createRoute, z } from "@hono/zod-openapi";
import { sendCachedJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { pemOfKeyId } from "@/api/pem-of-key-id";
import { moment } from "@/api/schemas/skill";
import { listKeys } from "@/lib/attestation/keys/list-keys";

const MAX_AGE_SECONDS = 300;

const keysSchema = z
  .object({
    keys: z
      .array(
        z.object({
          key_id: z.string().describe("The public key in base58."),
          algorithm: z.literal("Ed25519"),
          use: z
            .array(z.enum(["receipts", "log"]))
            .describe("What it signs: receipts, checkpoints of the log."),
          valid_from: moment,
          valid_until: moment
            .nullable()
            .describe("What it signed up to then stays valid. Null for the key in use."),
          public_key_pem: z.string(),
        }),
      )
      .describe("The one in use first, then those before it."),
  })
  .openapi("PlatformKeys");

const route = createRoute({
  method: "get",
  path: "/v1/keys",
  operationId: "listPlatformKeys",
  tags: ["Calling"],
  summary: "The public keys this market signs receipts and its log with, and those it did",
  responses: {
    200: jsonContent(keysSchema, "The keys."),
    304: { description: "Unchanged since the given entity tag." },
  },
});

export const listPlatformKeysOperation = defineOperation(route, async (c) => {
  const keys = await listKeys();
  const body: z.infer<typeof keysSchema> = {
    keys: keys.map(({ keyId, validFrom, validUntil }) => ({
      key_id: keyId,
      algorithm: "Ed25519",
      use: ["receipts", "log"],
      valid_from: validFrom.toISOString(),
      valid_until: validUntil?.toISOString() ?? null,
      public_key_pem: pemOfKeyId(keyId),
    })),
  };
  return sendCachedJson(c, body, MAX_AGE_SECONDS);
});
