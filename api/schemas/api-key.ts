import { z } from "@hono/zod-openapi";
import { moment } from "@/api/schemas/skill";
import type { ApiKeyView } from "@/lib/identity/keys/list-api-keys";

export const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().describe("First characters, to tell keys apart."),
    created_at: moment,
    last_used_at: moment.nullable(),
    revoked_at: moment.nullable(),
    made_by: z
      .string()
      .nullable()
      .describe("Id of the key it was made with, and with which it ends; null for one a person made."),
    wallet: z
      .string()
      .nullable()
      .describe(
        "The wallet whose signature made it or let it in: unlinking that ends it, unless its owner keeps it. Null for a password or a key.",
      ),
  })
  .openapi("ApiKey");

export function toApiKeyJson(key: ApiKeyView): z.infer<typeof apiKeySchema> {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
    made_by: key.madeBy,
    wallet: key.wallet,
  };
}
