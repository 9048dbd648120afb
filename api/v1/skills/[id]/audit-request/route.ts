import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { skillParameter, versionParameter } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { moment } from "@/api/schemas/skill";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { askForAudit } from "@/lib/audits/queue/ask-for-audit";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";

const MAX_BODY_BYTES = 1024;

const route = createRoute({
  method: "post",
  path: "/v1/skills/{id}/audit-request",
  operationId: "askForAudit",
  tags: ["Audits"],
  summary: "Ask for an audit of your listed version",
  description:
    "It goes to the head of the verifiers' queue, behind those who asked earlier, until a verifier signs a verdict. Asking again changes nothing.",
  security: API_KEY_SECURITY,
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: skillParameter,
    body: jsonRequest(z.object({ version: versionParameter }).openapi("AuditWish")),
  },
  responses: {
    200: jsonContent(
      z
        .object({ version: z.string(), audit_asked_at: moment.describe("Time of the first request.") })
        .openapi("AuditAsked"),
      "It is in the queue.",
    ),
    ...problems(
      "AUTH_REQUIRED",
      "AUTH_FAILED",
      "PERMISSION_DENIED",
      "SKILL_NOT_FOUND",
      "SKILL_QUARANTINED",
      "VERSION_NOT_FOUND",
      "VERSION_NOT_AVAILABLE",
      "AUDIT_NOT_ALLOWED",
      "REQUEST_INVALID",
      ...BODY_PROBLEMS,
    ),
  },
});

export const askForAuditOperation = defineOperation(route, async (c) => {
  const { accountId } = await getActor(c);
  const { version: asked } = c.req.valid("json");
  const { versionId } = await getSkill(
    c.req.valid("param").id,
    asked === undefined ? {} : { version: asked },
  );
  const { version, askedAt } = await askForAudit({ accountId, versionId });
  return sendJson(c, { version, audit_asked_at: askedAt });
});
