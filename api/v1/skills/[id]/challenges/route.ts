import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress, getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { limitRate } from "@/api/limits/limit-rate";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { lookupText, skillParameter, versionParameter } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { moment } from "@/api/schemas/skill";
import { listChallenges } from "@/lib/audits/challenges/list-challenges";
import { MAX_EVIDENCE_CHARACTERS, openChallenge } from "@/lib/audits/challenges/open-challenge";
import { MAX_CLAIM_CHARACTERS } from "@/lib/audits/challenges/write-challenge";
import { STANDINGS } from "@/lib/audits/challenges/standing";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const MAX_BODY_BYTES = 32 * 1024;

const requestSchema = z
  .object({
    version: versionParameter,
    claim: lookupText(MAX_CLAIM_CHARACTERS).min(1).describe("What is wrong, in one sentence."),
    evidence: lookupText(MAX_EVIDENCE_CHARACTERS).min(1).describe("How anybody can see it for themselves."),
  })
  .openapi("ChallengeRequest");

const challengeSchema = z
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
    audit_id: z
      .string()
      .nullable()
      .describe(
        "The verifier's signed verdict that opened it, at GET /v1/audits/{id}; null for one that was written.",
      ),
  })
  .openapi("Challenge");

const openRoute = createRoute({
  method: "post",
  path: "/v1/skills/{id}/challenges",
  operationId: "openChallenge",
  tags: ["Audits"],
  summary: "Challenge an Optimistic or Audited version",
  description: "An administrator decides within 14 days. Upheld, it ends every seal and bond of the version.",
  security: API_KEY_SECURITY,
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: skillParameter,
    body: jsonRequest(requestSchema),
  },
  responses: {
    201: jsonContent(z.object({ challenge_id: z.string() }), "It is open."),
    ...problems(
      "AUTH_REQUIRED",
      "AUTH_FAILED",
      "SKILL_NOT_FOUND",
      "SKILL_QUARANTINED",
      "VERSION_NOT_FOUND",
      "CHALLENGE_NOT_ALLOWED",
      "RATE_LIMITED",
      "REQUEST_INVALID",
      ...BODY_PROBLEMS,
    ),
  },
});

export const openChallengeOperation = defineOperation(openRoute, async (c) => {
  const { accountId } = await getActor(c);
  await limitRate(c, REQUEST_LIMITS.challenge, callerAddress(c));
  const { version, claim, evidence } = c.req.valid("json");
  const { versionId } = await getSkill(c.req.valid("param").id, version === undefined ? {} : { version });
  const { challengeId } = await openChallenge({ accountId, versionId, claim, evidence });
  return sendJson(c, { challenge_id: challengeId }, 201);
});

const listRoute = createRoute({
  method: "get",
  path: "/v1/skills/{id}/challenges",
  operationId: "listChallenges",
  tags: ["Audits"],
  summary: "Challenges of a version, newest first",
  request: { params: skillParameter, query: z.object({ version: versionParameter }) },
  responses: {
    200: jsonContent(z.object({ results: z.array(challengeSchema) }), "Open and decided ones."),
    ...problems("SKILL_NOT_FOUND", "SKILL_QUARANTINED", "VERSION_NOT_FOUND", "REQUEST_INVALID"),
  },
});

export const listChallengesOperation = defineOperation(listRoute, async (c) => {
  const { version } = c.req.valid("query");
  const { versionId } = await getSkill(c.req.valid("param").id, version === undefined ? {} : { version });
  const results = (await listChallenges({ versionId })).map((challenge) => ({
    challenge_id: challenge.id,
    version: challenge.version,
    state: challenge.state,
    claim: challenge.claim,
    evidence: challenge.evidence,
    challenger: challenge.challenger,
    standing: challenge.standing,
    opened_at: challenge.openedAt,
    deadline: challenge.deadline,
    decided_at: challenge.decidedAt,
    outcome: challenge.outcome,
    audit_id: challenge.auditId,
  }));
  return sendJson(c, { results });
});
