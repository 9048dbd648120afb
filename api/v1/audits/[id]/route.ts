import { createRoute, z } from "@hono/zod-openapi";
import { sendCachedJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { envelopeSchema } from "@/api/schemas/envelope";
import { idParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { digest, moment } from "@/api/schemas/skill";
import { getAudit } from "@/lib/audits/get-audit";

const MAX_AGE_SECONDS = 60;

const auditSchema = z
  .object({
    audit_id: z.string(),
    name: z.string(),
    version: z.string(),
    verdict: z.string(),
    scope: z.enum(["full", "reduced", "patch"]),
    base_version: z
      .string()
      .nullable()
      .describe("The sealed version whose difference was read; null where every file was."),
    covered_files: z
      .string()
      .nullable()
      .describe(
        "The files that a seal covers, a line each: digest, two spaces, path; `-` for one that is gone. Its SHA-256 is `coveredFiles.digest` of the statement. Null for verdicts that are no seals, and for seals that were signed before that was recorded.",
      ),
    verifier_name: z.string(),
    verifier_address: z.string(),
    package_digest: digest,
    note: z.string().nullable(),
    findings: z
      .string()
      .nullable()
      .describe("What was decided about each finding; its SHA-256 is `findingsDigest` of the statement."),
    issued_at: moment,
    expires_at: moment,
    revoked_at: moment.nullable(),
    revoke_reason: z.string().nullable().describe("What the verifier wrote when revoking it."),
    counts: z.boolean().describe("True while this audit seals its version."),
    envelope: envelopeSchema,
  })
  .openapi("Audit");

const route = createRoute({
  method: "get",
  path: "/v1/audits/{id}",
  operationId: "getAudit",
  tags: ["Audits"],
  summary: "A signed audit",
  description: "The envelope verifies offline against the verifier's wallet address.",
  request: { params: z.object({ id: idParameter }) },
  responses: {
    200: jsonContent(auditSchema, "The audit."),
    304: { description: "Unchanged since the given entity tag." },
    ...problems("REQUEST_INVALID", "AUDIT_NOT_FOUND"),
  },
});

export const getAuditOperation = defineOperation(route, async (c) => {
  const audit = await getAudit(c.req.valid("param").id);
  const body = {
    audit_id: audit.id,
    name: audit.slug,
    version: audit.version,
    verdict: audit.verdict,
    scope: audit.scope,
    base_version: audit.baseVersion,
    covered_files: audit.coveredFiles,
    verifier_name: audit.verifierName,
    verifier_address: audit.verifierAddress,
    package_digest: audit.packageDigest,
    note: audit.note,
    findings: audit.findings,
    issued_at: audit.issuedAt,
    expires_at: audit.expiresAt,
    revoked_at: audit.revokedAt,
    revoke_reason: audit.revokeReason,
    counts: audit.counts,
    envelope: audit.envelope,
  };
  return sendCachedJson(c, body, MAX_AGE_SECONDS);
});
