import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { accessTokenHeader, idParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { createPackageLink } from "@/lib/catalogue/discovery/package-link";
import { env } from "@/lib/config/env";
import { assertAccess } from "@/lib/running/runs/access-token";

const route = createRoute({
  method: "post",
  path: "/v1/quotes/{id}/package-link",
  operationId: "createPackageLink",
  tags: ["Calling"],
  summary: "An address to install the bought skill from",
  description:
    "For clients that install from an address and send no header. Whoever has the address can install from it, for one day.",
  request: { params: z.object({ id: idParameter }), headers: accessTokenHeader },
  responses: {
    201: jsonContent(
      z.object({
        url: z.url().describe("Has a discovery index below it: skills add URL."),
        archive_url: z.url().describe("The package, a ZIP archive with SKILL.md at its root."),
        expires_at: z.iso.datetime(),
      }),
      "The address works now.",
    ),
    ...problems("REQUEST_INVALID", "PERMISSION_DENIED", "QUOTE_NOT_FOUND", "GRANT_NOT_FOUND"),
  },
});

export const createPackageLinkOperation = defineOperation(route, async (c) => {
  const quoteId = c.req.valid("param").id;
  assertAccess(quoteId, c.req.valid("header")["x-access-token"]);
  const { token, expiresAt } = await createPackageLink(quoteId);
  const url = `${env().APP_URL}/s/${token}`;
  return sendJson(c, { url, archive_url: `${url}/skill.zip`, expires_at: expiresAt.toISOString() }, 201);
});
