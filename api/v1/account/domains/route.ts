import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { domainText, ownDomainSchema, toOwnDomainJson } from "@/api/schemas/own-domain";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { env } from "@/lib/config/env";
import { addDomain, MAX_DOMAINS } from "@/lib/identity/domains/add-domain";
import { getOwnDomain } from "@/lib/identity/domains/get-own-domain";
import { listOwnDomains } from "@/lib/identity/domains/list-domains";

const MAX_BODY_BYTES = 4 * 1024;

const listRoute = createRoute({
  method: "get",
  path: "/v1/account/domains",
  operationId: "listDomains",
  tags: ["Account"],
  summary: "The domains of your account, each with the record that proves it",
  security: API_KEY_SECURITY,
  responses: {
    200: jsonContent(z.object({ results: z.array(ownDomainSchema) }), "In the order they were added."),
    ...problems("AUTH_REQUIRED", "AUTH_FAILED"),
  },
});

export const listDomainsOperation = defineOperation(listRoute, async (c) => {
  const { accountId } = await getActor(c);
  const domains = await listOwnDomains(accountId);
  return sendJson(c, { results: domains.map((domain) => toOwnDomainJson(domain, env().APP_URL)) });
});

const addRoute = createRoute({
  method: "post",
  path: "/v1/account/domains",
  operationId: "addDomain",
  tags: ["Account"],
  summary: "Add a domain to your account, to be proven",
  description: `Answers with the TXT record to set in the DNS of the domain; POST its check_url once it is set. Nothing is shown to anybody before the record was seen. Adding one again changes nothing. ${MAX_DOMAINS} domains at most.`,
  security: API_KEY_SECURITY,
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    body: jsonRequest(
      z
        .object({ domain: domainText.describe("The name alone: example.com, or one below it.") })
        .openapi("DomainRequest"),
    ),
  },
  responses: {
    200: jsonContent(ownDomainSchema, "The domain, with its record."),
    ...problems("AUTH_REQUIRED", "AUTH_FAILED", "REQUEST_INVALID", "NOT_FOUND", ...BODY_PROBLEMS),
  },
});

export const addDomainOperation = defineOperation(addRoute, async (c) => {
  const actor = await getActor(c);
  const { domain } = c.req.valid("json");
  await addDomain(actor, domain);
  return sendJson(c, toOwnDomainJson(await getOwnDomain(actor, domain), env().APP_URL));
});
