import { createRoute, z } from "@hono/zod-openapi";
import { sendCachedJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { platformKey } from "@/lib/settlement/current-settlement";

const MAX_AGE_SECONDS = 3600;

const keysSchema = z
  .object({
    keys: z.array(
      z.object({
        key_id: z.string().describe("The public key in base58."),
        algorithm: z.literal("Ed25519"),
        use: z.literal("receipts"),
        public_key_pem: z.string(),
      }),
    ),
  })
  .openapi("PlatformKeys");

const route = createRoute({
  method: "get",
  path: "/v1/keys",
  operationId: "listPlatformKeys",
  tags: ["Calling"],
  summary: "The public keys this market signs receipts with",
  responses: {
    200: jsonContent(keysSchema, "The keys."),
    304: { description: "Unchanged since the given entity tag." },
  },
});

export const listPlatformKeysOperation = defineOperation(route, (c) => {
  const { keyId, publicKey } = platformKey();
  const pem = publicKey.export({ type: "spki", format: "pem" }) as string;
  const body: z.infer<typeof keysSchema> = {
    keys: [{ key_id: keyId, algorithm: "Ed25519", use: "receipts", public_key_pem: pem }],
  };
  return sendCachedJson(c, body, MAX_AGE_SECONDS);
});
