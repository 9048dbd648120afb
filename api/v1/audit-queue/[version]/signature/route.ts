import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { lookupText } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { REVIEW_PROBLEMS, versionIdParameter } from "@/api/schemas/review-of-version";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { reviewSecret } from "@/lib/audits/review/review-secret";
import { signAudit } from "@/lib/audits/sign-audit";
import { env } from "@/lib/config/env";

const MAX_BODY_BYTES = 64 * 1024;
const MAX_PAYLOAD_CHARACTERS = 32 * 1024;
const MAX_TOKEN_CHARACTERS = 200;

const route = createRoute({
  method: "post",
  path: "/v1/audit-queue/{version}/signature",
  operationId: "signAudit",
  tags: ["Audits"],
  summary: "Hand in the signature of a prepared statement",
  description:
    "From here on the version is what the verdict makes of it, for everybody to check: GET /v1/audits/{id}. A challenge of an Optimistic or Audited version opens one for an administrator to decide.",
  security: API_KEY_SECURITY,
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: versionIdParameter,
    body: jsonRequest(
      z
        .object({
          payload: lookupText(MAX_PAYLOAD_CHARACTERS).min(1),
          ticket: lookupText(MAX_TOKEN_CHARACTERS).min(1),
          signature: lookupText(MAX_TOKEN_CHARACTERS).min(1).describe("64 bytes in base64."),
        })
        .openapi("AuditSignature"),
    ),
  },
  responses: {
    201: jsonContent(
      z
        .object({ audit_id: z.string(), challenge_id: z.string().nullable(), audit_url: z.url() })
        .openapi("AuditSigned"),
      "It is recorded.",
    ),
    ...problems(
      ...REVIEW_PROBLEMS,
      "AUDIT_NOT_ALLOWED",
      "AUDIT_STATEMENT_MISMATCH",
      "AUDIT_SIGNATURE_INVALID",
      "SIGNATURE_ALREADY_USED",
      ...BODY_PROBLEMS,
    ),
  },
});

export const signAuditOperation = defineOperation(route, async (c) => {
  const { accountId } = await getActor(c);
  const { payload, ticket, signature } = c.req.valid("json");
  const { auditId, challengeId } = await signAudit({
    accountId,
    versionId: c.req.valid("param").version,
    payload,
    ticket,
    signature: new Uint8Array(Buffer.from(signature, "base64")),
    secret: reviewSecret(),
  });
  const audit_url = `${env().APP_URL}/v1/audits/${auditId}`;
  return sendJson(c, { audit_id: auditId, challenge_id: challengeId, audit_url }, 201);
});
