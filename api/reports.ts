import { z } from "@hono/zod-openapi";
import { callerAddress } from "@/api/frame/caller";
import { noun } from "@/api/frame/operation";
import { idParameter, lookupText, skillParameter, versionText } from "@/api/schemas/parameters";
import { moment } from "@/api/schemas/skill";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { appealDecision } from "@/lib/moderation/appeal-decision";
import { getReport, reportSkill } from "@/lib/moderation/reports";
import { reportSet } from "@/lib/moderation/set-reports";
import { listAppealsAbout } from "@/lib/moderation/list-appeals-about";
import {
  MAX_APPEAL_CHARACTERS,
  MAX_REPORT_CHARACTERS,
  REPORT_REASONS,
} from "@/lib/moderation/report-reasons";

export const reports = noun("Discovery");

const MAX_SET_NAME = 100;

/** What is wrong, by whoever reports. */
export const reportRequest = z
  .object({
    reason: z.enum(REPORT_REASONS),
    text: z.string().max(MAX_REPORT_CHARACTERS).describe("What is wrong, and how to see it."),
  })
  .openapi("ReportRequest");

/** That a report waits, and under which number. */
export const FILED = [
  z
    .object({
      status: z.literal("success"),
      report_id: z.string().describe("Keep it: nobody else is told."),
    })
    .openapi("ReportFiled"),
  "Filed: an administrator decides in writing. `GET /v1/reports/{report_id}` tells how it stands.",
] as const;

reports
  .post("/v1/skills/{id}/reports", {
    id: "reportSkill",
    summary: "Tell the administrators that a skill should not be here",
    description: "No account needed. The text is read by administrators only.",
    key: "optional",
    limit: REQUEST_LIMITS.report,
    params: skillParameter,
    json: reportRequest,
    maxBytes: 16 * 1024,
    answers: { 201: FILED },
    problems: ["SKILL_NOT_FOUND", "REPORT_ALREADY_FILED"],
  })
  .handle(async ({ json, params, actor }, c) => {
    const { reason, text } = json;
    const caller = { ...(actor ? { accountId: actor.accountId } : {}), address: callerAddress(c) };
    return reportSkill({ skill: params.id, reason, text, caller });
  });

reports
  .post("/v1/sets/{name}/reports", {
    id: "reportSet",
    summary: "Tell the administrators that a set should not be here",
    description: "No account needed. The text is read by administrators only.",
    key: "optional",
    limit: REQUEST_LIMITS.report,
    params: z.object({ name: lookupText(MAX_SET_NAME).describe("Of a set; without `set:`.") }),
    json: reportRequest,
    maxBytes: 16 * 1024,
    answers: { 201: FILED },
    problems: ["NOT_FOUND", "REPORT_ALREADY_FILED"],
  })
  .handle(async ({ json, params, actor }, c) => {
    const caller = { ...(actor ? { accountId: actor.accountId } : {}), address: callerAddress(c) };
    return reportSet({ set: params.name, ...json, caller });
  });

const reportSchema = z
  .object({
    status: z.literal("success"),
    report_id: z.string(),
    about: z.enum(["skill", "set", "post"]).describe("post: a question or answer under a skill."),
    name: z.string().describe("Of the skill, or the set."),
    reason: z.enum(REPORT_REASONS),
    state: z.enum(["open", "upheld", "dismissed"]),
    filed_at: moment,
    decided_at: moment.nullable(),
    decision: z.string().nullable().describe("What the administrator wrote; null while it is open."),
  })
  .openapi("FiledReport", { description: "What became of a report." });

reports
  .get("/v1/reports/{id}", {
    id: "getReport",
    summary: "How a report stands",
    description: "For whoever has its number. The text of the report and who filed it are not told.",
    params: z.object({ id: idParameter.describe("`report_id` of the report.") }),
    answers: { 200: [reportSchema, "Open, or how it was decided."] },
    problems: ["REPORT_NOT_FOUND"],
  })
  .handle(async ({ params }) => {
    const { id, ...report } = await getReport(params.id);
    return { ...report, reportId: id };
  });
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

reports
  .post("/v1/skills/{id}/appeals", {
    id: "appeal",
    tag: "Publishing",
    summary: "Ask for a second look at a rejection or a quarantine of your skill",
    description:
      "An administrator answers in writing; GET the same path tells the answer. Granted, the decision is undone at once. One appeal about each decision is open at a time.",
    key: "needed",
    params: skillParameter,
    json: z
      .object({
        version: subject,
        text: lookupText(MAX_APPEAL_CHARACTERS).min(1).describe("Why the decision is wrong."),
      })
      .openapi("AppealRequest"),
    maxBytes: 16 * 1024,
    answers: { 201: [z.object({ appeal_id: z.string() }), "It waits for an administrator."] },
    problems: ["PERMISSION_DENIED", "SKILL_NOT_FOUND", "APPEAL_NOT_POSSIBLE"],
  })
  .handle(async ({ json, params, actor }) => {
    const { text, version } = json;
    return appealDecision({ actor, skill: params.id, version, text });
  });

reports
  .get("/v1/skills/{id}/appeals", {
    id: "listAppeals",
    tag: "Publishing",
    summary: "Your appeals about a skill, and what was answered",
    key: "needed",
    params: skillParameter,
    query: z.object({ version: subject }),
    answers: { 200: [z.object({ results: z.array(appealSchema) }), "The last ten, newest first."] },
    problems: ["PERMISSION_DENIED", "SKILL_NOT_FOUND", "VERSION_NOT_FOUND"],
  })
  .handle(async ({ query, params, actor }) => {
    const { version } = query;
    const appeals = await listAppealsAbout({ actor, skill: params.id, version });
    return {
      results: appeals.map((appeal) => ({
        ...appeal,
        appealId: appeal.id,
        state: appealSchema.shape.state.parse(appeal.state),
        filedAt: appeal.createdAt,
      })),
    };
  });
