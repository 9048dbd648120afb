import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerSubject, findActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonBody, jsonContent, jsonRequest } from "@/api/json-body";
import { limitRate } from "@/api/limits/limit-rate";
import { skillParameter } from "@/api/schemas/parameters";
import { BODY_PROBLEMS, problems } from "@/api/schemas/problem";
import { MAX_REPORT_CHARACTERS, REPORT_REASONS } from "@/lib/moderation/report-reasons";
import { reportSkill } from "@/lib/moderation/report-skill";
import { REQUEST_LIMITS } from "@/lib/http/limits/request-limits";

const MAX_BODY_BYTES = 16 * 1024;

const route = createRoute({
  method: "post",
  path: "/v1/skills/{id}/reports",
  operationId: "reportSkill",
  tags: ["Discovery"],
  summary: "Tell the administrators that a skill should not be here",
  description: "No account needed. The text is read by administrators only.",
  middleware: [jsonBody(MAX_BODY_BYTES)],
  request: {
    params: skillParameter,
    body: jsonRequest(
      z
        .object({
          reason: z.enum(REPORT_REASONS),
          text: z.string().max(MAX_REPORT_CHARACTERS).describe("What is wrong, and how to see it."),
        })
        .openapi("ReportRequest"),
    ),
  },
  responses: {
    201: jsonContent(
      z
        .object({
          status: z.literal("success"),
          report_id: z.string().describe("Keep it: nobody else is told."),
        })
        .openapi("ReportFiled"),
      "Filed: an administrator decides in writing. `GET /v1/reports/{report_id}` tells how it stands.",
    ),
    ...problems(
      "REQUEST_INVALID",
      ...BODY_PROBLEMS,
      "AUTH_FAILED",
      "SKILL_NOT_FOUND",
      "REPORT_ALREADY_FILED",
      "RATE_LIMITED",
    ),
  },
});

export const reportSkillOperation = defineOperation(route, async (c) => {
  const actor = await findActor(c);
  const address = callerSubject(c, null);
  await limitRate(c, REQUEST_LIMITS.report, address);
  const { reason, text } = c.req.valid("json");
  const caller = { ...(actor ? { accountId: actor.accountId } : {}), address };
  const { reportId } = await reportSkill({ skill: c.req.valid("param").id, reason, text, caller });
  return sendJson(c, { status: "success", report_id: reportId }, 201);
});
