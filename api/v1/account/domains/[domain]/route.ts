import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { domainText } from "@/api/schemas/own-domain";
import { problems } from "@/api/schemas/problem";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { getOwnDomain } from "@/lib/identity/domains/get-own-domain";
import { removeDomain } from "@/lib/identity/domains/remove-domain";

const route = createRoute({
  method: "delete",
  path: "/v1/account/domains/{domain}",
  operationId: "removeDomain",
  tags: ["Account"],
  summary: "Take a domain off your account",
  description: "It is shown nowhere from then on. Proving it again takes the same record.",
  security: API_KEY_SECURITY,
  request: { params: z.object({ domain: domainText }) },
  responses: {
    200: jsonContent(z.object({ status: z.literal("success"), domain: z.string() }), "It is gone."),
    ...problems("REQUEST_INVALID", "AUTH_REQUIRED", "AUTH_FAILED", "NOT_FOUND"),
  },
});

export const removeDomainOperation = defineOperation(route, async (c) => {
  const actor = await getActor(c);
  const { domain } = await getOwnDomain(actor, c.req.valid("param").domain);
  await removeDomain(actor, domain);
  return sendJson(c, { status: "success", domain });
});
