import { CURRENT_VERSION_PROBLEMS, VERSION_PROBLEMS } from "@/api/schemas/problem";
import { writtenFrom } from "@/api/frame/json-of";
import { z } from "@hono/zod-openapi";
import { envelopeSchema } from "@/api/schemas/call";
import { idParameter, lookupText, skillParameter, versionParameter } from "@/api/schemas/parameters";
import { digest, moment } from "@/api/schemas/skill";
import { STANDINGS } from "@/lib/audits/standing";
import {
  type ChallengeView,
  listChallenges,
  MAX_EVIDENCE_CHARACTERS,
  openChallenge,
  MAX_CLAIM_CHARACTERS,
} from "@/lib/audits/challenges";
import { type AuditView, getAudit } from "@/lib/audits/seals";
import { askForAudit } from "@/lib/audits/queue";
import { revokeAudit } from "@/lib/audits/sign-audit";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { noun } from "@/api/frame/operation";

export const audits = noun("Audits");

const auditSchema = writtenFrom(
  z
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
    .openapi("Audit"),
  (audit: AuditView) => ({
    audit_id: audit.id,
    name: audit.slug,
    envelope: envelopeSchema.parse(audit.envelope),
  }),
);

audits
  .get("/v1/audits/{id}", {
    id: "getAudit",
    opens: true,
    summary: "A signed audit",
    description: "The envelope verifies offline against the verifier's wallet address.",
    params: z.object({ id: idParameter }),
    answers: { 200: [auditSchema, "The audit."] },
    cached: 60,
    problems: ["AUDIT_NOT_FOUND"],
  })
  .handle(({ params }) => getAudit(params.id));

audits
  .post("/v1/audits/{id}/revocation", {
    id: "revokeAudit",
    summary: "Take an audit back",
    description:
      "Only the verifier who signed it can. From this moment it counts for nothing; it stays on record.",
    key: "needed",
    params: z.object({ id: idParameter }),
    json: z.object({ reason: lookupText(500).min(1) }).openapi("AuditRevocation"),
    maxBytes: 4 * 1024,
    answers: { 200: [z.object({ audit_id: z.string(), revoked: z.literal(true) }), "It is revoked."] },
    problems: ["PERMISSION_DENIED", "AUDIT_NOT_FOUND"],
  })
  .handle(async ({ params, json, actor: { accountId } }) => {
    const auditId = params.id;
    await revokeAudit({ accountId, auditId, reason: json.reason });
    return { auditId };
  });

audits
  .post("/v1/skills/{id}/audit-request", {
    id: "askForAudit",
    summary: "Ask for an audit of your listed version",
    description:
      "It goes to the head of the verifiers' queue, behind those who asked earlier, until a verifier signs a verdict. Asking again changes nothing.",
    key: "needed",
    params: skillParameter,
    json: z.object({ version: versionParameter }).openapi("AuditWish"),
    maxBytes: 1024,
    answers: {
      200: [
        z
          .object({ version: z.string(), audit_asked_at: moment.describe("Time of the first request.") })
          .openapi("AuditAsked"),
        "It is in the queue.",
      ],
    },
    problems: ["PERMISSION_DENIED", ...CURRENT_VERSION_PROBLEMS, "AUDIT_NOT_ALLOWED"],
  })
  .handle(async ({ json, params, actor: { accountId } }) => {
    const { versionId } = await getSkill(params.id, json);
    const { version, askedAt } = await askForAudit({ accountId, versionId });
    return { version, auditAskedAt: askedAt };
  });

const requestSchema = z
  .object({
    version: versionParameter,
    claim: lookupText(MAX_CLAIM_CHARACTERS).min(1).describe("What is wrong, in one sentence."),
    evidence: lookupText(MAX_EVIDENCE_CHARACTERS).min(1).describe("How anybody can see it for themselves."),
  })
  .openapi("ChallengeRequest");

const challengeSchema = writtenFrom(
  z
    .object({
      challenge_id: z.string(),
      version: z.string(),
      state: z.enum(["open", "upheld", "rejected", "lapsed"]),
      claim: z.string(),
      evidence: z.string(),
      challenger: z.string(),
      standing: z
        .enum(STANDINGS)
        .nullable()
        .describe(
          "What its author was when opening it: a verifier, somebody with a receipt for a call of this skill, or with a deposit of their own. Null for none of these: an unproved claim until somebody decides.",
        ),
      opened_at: moment,
      deadline: moment,
      decided_at: moment.nullable(),
      outcome: z.string().nullable(),
      answer: z
        .string()
        .nullable()
        .describe("What the owner of the skill, or a maintainer, says to it; null while they say nothing."),
      answered_at: moment.nullable(),
      audit_id: z
        .string()
        .nullable()
        .describe(
          "The verifier's signed verdict that opened it, at GET /v1/audits/{id}; null for one that was written.",
        ),
    })
    .openapi("Challenge"),
  ({ id }: ChallengeView) => ({ challenge_id: id }),
);

audits
  .post("/v1/skills/{id}/challenges", {
    id: "openChallenge",
    summary: "Challenge an Optimistic or Audited version",
    description:
      "An administrator decides within 14 days. Upheld, it ends every seal and bond of the version.",
    key: "needed",
    limit: REQUEST_LIMITS.challenge,
    params: skillParameter,
    json: requestSchema,
    maxBytes: 32 * 1024,
    answers: { 201: [z.object({ challenge_id: z.string() }), "It is open."] },
    problems: [...VERSION_PROBLEMS, "CHALLENGE_NOT_ALLOWED"],
  })
  .handle(async ({ json, params, actor: { accountId } }) => {
    const { version, claim, evidence } = json;
    const { versionId } = await getSkill(params.id, { version });
    return openChallenge({ accountId, versionId, claim, evidence });
  });

audits
  .get("/v1/skills/{id}/challenges", {
    id: "listChallenges",
    summary: "Challenges of a version, newest first",
    params: skillParameter,
    query: z.object({ version: versionParameter }),
    answers: { 200: [z.object({ results: z.array(challengeSchema) }), "Open and decided ones."] },
    problems: VERSION_PROBLEMS,
  })
  .handle(async ({ query, params }) => {
    const { versionId } = await getSkill(params.id, query);
    return { results: await listChallenges({ versionId }) };
  });
