import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { lookupText, skillParameter, versionText } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { moment } from "@/api/schemas/skill";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { appealDecision } from "@/lib/moderation/appeal-decision";
import { listAppealsAbout } from "@/lib/moderation/list-appeals-about";
import { MAX_APPEAL_CHARACTERS } from "@/lib/moderation/report-reasons";

const MAX_BODY_BYTES = 16 * 1024;
const subject = versionText
  .optional()
  .describe("The rejected version; left out: the quarantine of the whole skill.");

const appealSchema = z
  .object({
    appeal_id: z.string(),
    text: z.string(),
    state: z.enum(["open", "granted", "denied"]),
    filed_at: moment,
    decided_at: moment.nullable(),
    decision: z.string().nullable().describe("What the administrator wrote."),
  })
  .openapi("Appeal");

const fileRoute = createRoute({
  method: "post",
  path: "/v1/skills/{id}/appeals",
  operationId: "appeal",
  tags: ["Publishing"],
  summary: "Ask for a second look at a rejection or a quarantine of your skill",
  description:
    "An administrator answers in writing; GET the same path tells the answer. Granted, the decision is undone at once. One appeal about each decision is open at a time.",
  security: API_KEY_SECURITY,
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: skillParameter,
    body: jsonRequest(
      z
        .object({
          version: subject,
          text: lookupText(MAX_APPEAL_CHARACTERS).min(1).describe("Why the decision is wrong."),
        })
        .openapi("AppealRequest"),
    ),
  },
  responses: {
    201: jsonContent(z.object({ appeal_id: z.string() }), "It waits for an administrator."),
    ...problems(
      "AUTH_REQUIRED",
      "AUTH_FAILED",
      "PERMISSION_DENIED",
      "SKILL_NOT_FOUND",
      "APPEAL_NOT_POSSIBLE",
      "REQUEST_INVALID",
      ...BODY_PROBLEMS,
    ),
  },
});

export const appealOperation = defineOperation(fileRoute, async (c) => {
  const actor = await getActor(c);
  const { text, version } = c.req.valid("json");
  const { appealId } = await appealDecision({ actor, skill: c.req.valid("param").id, version, text });
  return sendJson(c, { appeal_id: appealId }, 201);
});

const listRoute = createRoute({
  method: "get",
  path: "/v1/skills/{id}/appeals",
  operationId: "listAppeals",
  tags: ["Publishing"],
  summary: "Your appeals about a skill, and what was answered",
  security: API_KEY_SECURITY,
  request: { params: skillParameter, query: z.object({ version: subject }) },
  responses: {
    200: jsonContent(z.object({ results: z.array(appealSchema) }), "The last ten, newest first."),
    ...problems(
      "REQUEST_INVALID",
      "AUTH_REQUIRED",
      "AUTH_FAILED",
      "PERMISSION_DENIED",
      "SKILL_NOT_FOUND",
      "VERSION_NOT_FOUND",
    ),
  },
});

export const listAppealsOperation = defineOperation(listRoute, async (c) => {
  const actor = await getActor(c);
  const { version } = c.req.valid("query");
  const appeals = await listAppealsAbout({ actor, skill: c.req.valid("param").id, version });
  return sendJson(c, {
    results: appeals.map((appeal) => ({
      appeal_id: appeal.id,
      text: appeal.text,
      state: appeal.state,
      filed_at: appeal.createdAt.toISOString(),
      decided_at: appeal.decidedAt?.toISOString() ?? null,
      decision: appeal.decision,
    })),
  });
});
