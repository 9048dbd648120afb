import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { problems } from "@/api/schemas/problem";
import { moment } from "@/api/schemas/skill";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { env } from "@/lib/config/env";
import { getAccount } from "@/lib/identity/accounts/get-account";
import { getOwnedCounts } from "@/lib/catalogue/dashboard/get-dashboard";

const accountSchema = z
  .object({
    account_id: z.string().describe("Stays the same when the account changes its name."),
    username: z.string(),
    url: z.url().describe("What everybody sees of it."),
    role: z.enum(["member", "administrator"]),
    wallets: z
      .array(z.string())
      .describe("Linked by signing in with each. Only these can be the payee of what the account publishes."),
    email_verified: z.boolean().describe("Whether mails reach it; the address is not told."),
    api_key: z
      .object({ id: z.string(), prefix: z.string() })
      .nullable()
      .describe("The key of this request, as GET /v1/keys/api lists it."),
    skills_count: z.int().describe("Its skills, published or not: GET /v1/account/skills."),
    agents_count: z.int(),
    created_at: moment,
  })
  .openapi("OwnAccount");

const route = createRoute({
  method: "get",
  path: "/v1/account",
  operationId: "getOwnAccount",
  tags: ["Account"],
  summary: "Whose key this is",
  security: API_KEY_SECURITY,
  responses: {
    200: jsonContent(accountSchema, "The account of the API key."),
    ...problems("AUTH_REQUIRED", "AUTH_FAILED"),
  },
});

export const getOwnAccountOperation = defineOperation(route, async (c) => {
  const { accountId, apiKey } = await getActor(c);
  const [account, owned] = await Promise.all([getAccount(accountId), getOwnedCounts(accountId)]);
  const body: z.infer<typeof accountSchema> = {
    account_id: account.accountId,
    username: account.username,
    url: `${env().APP_URL}/people/${encodeURIComponent(account.username)}`,
    role: account.role,
    wallets: account.wallets.map(({ address }) => address),
    email_verified: account.emailVerified,
    api_key: apiKey ?? null,
    skills_count: owned.skills,
    agents_count: owned.agents,
    created_at: account.createdAt,
  };
  return sendJson(c, body);
});
