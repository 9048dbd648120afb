import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { idParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { revokeApiKey } from "@/lib/identity/keys/revoke-api-key";

const route = createRoute({
  method: "delete",
  path: "/v1/keys/api/{id}",
  operationId: "revokeApiKey",
  tags: ["Account"],
  summary: "Revoke an API key for good",
  description:
    "A key can revoke itself and the keys that were made with it, which end with it in any case. Other keys are revoked by their owner on /keys.",
  security: API_KEY_SECURITY,
  request: { params: z.object({ id: idParameter }) },
  responses: {
    200: jsonContent(z.object({ status: z.literal("success"), id: z.string() }), "It no longer works."),
    ...problems("REQUEST_INVALID", "AUTH_REQUIRED", "AUTH_FAILED", "PERMISSION_DENIED", "NOT_FOUND"),
  },
});

export const revokeApiKeyOperation = defineOperation(route, async (c) => {
  const { id } = c.req.valid("param");
  await revokeApiKey(await getActor(c), id);
  return sendJson(c, { status: "success", id });
});
