import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { idParameter, lookupText } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { revokeAudit } from "@/lib/audits/revoke-audit";

const MAX_BODY_BYTES = 4 * 1024;

const route = createRoute({
  method: "post",
  path: "/v1/audits/{id}/revocation",
  operationId: "revokeAudit",
  tags: ["Audits"],
  summary: "Take an audit back",
  description:
    "Only the verifier who signed it can. From this moment it counts for nothing; it stays on record.",
  security: API_KEY_SECURITY,
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: z.object({ id: idParameter }),
    body: jsonRequest(z.object({ reason: lookupText(500).min(1) }).openapi("AuditRevocation")),
  },
  responses: {
    200: jsonContent(z.object({ audit_id: z.string(), revoked: z.literal(true) }), "It is revoked."),
    ...problems(
      "AUTH_REQUIRED",
      "AUTH_FAILED",
      "PERMISSION_DENIED",
      "AUDIT_NOT_FOUND",
      "REQUEST_INVALID",
      ...BODY_PROBLEMS,
    ),
  },
});

export const revokeAuditOperation = defineOperation(route, async (c) => {
  const { accountId } = await getActor(c);
  const auditId = c.req.valid("param").id;
  await revokeAudit({ accountId, auditId, reason: c.req.valid("json").reason });
  return sendJson(c, { audit_id: auditId, revoked: true });
});
