import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { limitRate } from "@/api/limits/limit-rate";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { apiKeySchema, toApiKeyJson } from "@/api/schemas/api-key";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { createApiKey } from "@/lib/identity/keys/create-api-key";
import { listApiKeys } from "@/lib/identity/keys/list-api-keys";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const MAX_BODY_BYTES = 4 * 1024;

const createRouteDescription = createRoute({
  method: "post",
  path: "/v1/keys/api",
  operationId: "createApiKey",
  tags: ["Account"],
  summary: "Make another API key for the account",
  description: "It ends with the key it is made with. 60 an hour for each account.",
  security: API_KEY_SECURITY,
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    body: jsonRequest(z.object({ name: z.string().max(200) }).openapi("ApiKeyRequest")),
  },
  responses: {
    201: jsonContent(
      apiKeySchema.extend({ key: z.string().describe("Shown this once.") }).openapi("NewApiKey"),
      "The key.",
    ),
    ...problems(
      "AUTH_REQUIRED",
      "AUTH_FAILED",
      "PERMISSION_DENIED",
      "REQUEST_INVALID",
      ...BODY_PROBLEMS,
      "RATE_LIMITED",
    ),
  },
});

export const createApiKeyOperation = defineOperation(createRouteDescription, async (c) => {
  const actor = await getActor(c);
  await limitRate(c, REQUEST_LIMITS.apiKeys, actor.accountId);
  const { key, ...view } = await createApiKey(actor, c.req.valid("json").name);
  return sendJson(c, { ...toApiKeyJson(view), key }, 201);
});

const listRouteDescription = createRoute({
  method: "get",
  path: "/v1/keys/api",
  operationId: "listApiKeys",
  tags: ["Account"],
  summary: "The API keys of the account, the last 100 revoked ones included",
  security: API_KEY_SECURITY,
  responses: {
    200: jsonContent(z.object({ results: z.array(apiKeySchema) }), "Newest first."),
    ...problems("AUTH_REQUIRED", "AUTH_FAILED"),
  },
});

export const listApiKeysOperation = defineOperation(listRouteDescription, async (c) => {
  const actor = await getActor(c);
  return sendJson(c, { results: (await listApiKeys(actor)).map(toApiKeyJson) });
});
