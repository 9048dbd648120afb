import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { domainText, ownDomainSchema, toOwnDomainJson } from "@/api/schemas/own-domain";
import { problems } from "@/api/schemas/problem";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { env } from "@/lib/config/env";
import { consumeRateLimit } from "@/lib/http/limits/rate-limit";
import { getOwnDomain } from "@/lib/identity/domains/get-own-domain";
import { lookForRecord } from "@/lib/identity/domains/look-for-record";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const route = createRoute({
  method: "post",
  path: "/v1/account/domains/{domain}/check",
  operationId: "checkDomain",
  tags: ["Account"],
  summary: "Look for the record of a domain now",
  description: `Asks the DNS, and answers what it found: with the finding \`seen\` the domain is proven. Anything else is no failure of the request: the sentence beside it says what to do. ${REQUEST_LIMITS.domainChecks.points} an hour for each account. Of a domain that is proven a check takes nothing away; the market asks again about daily.`,
  security: API_KEY_SECURITY,
  request: { params: z.object({ domain: domainText }) },
  responses: {
    200: jsonContent(ownDomainSchema, "What was found; proven_at says whether the domain is proven."),
    ...problems("REQUEST_INVALID", "AUTH_REQUIRED", "AUTH_FAILED", "NOT_FOUND", "RATE_LIMITED"),
  },
});

export const checkDomainOperation = defineOperation(route, async (c) => {
  const actor = await getActor(c);
  const { domain } = await getOwnDomain(actor, c.req.valid("param").domain);
  await consumeRateLimit(REQUEST_LIMITS.domainChecks, actor.accountId);
  await lookForRecord(actor, domain);
  return sendJson(c, toOwnDomainJson(await getOwnDomain(actor, domain), env().APP_URL));
});
