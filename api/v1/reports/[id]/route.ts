import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { idParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { moment } from "@/api/schemas/skill";
import { getReport } from "@/lib/moderation/get-report";
import { REPORT_REASONS } from "@/lib/moderation/report-reasons";

const reportSchema = z
  .object({
    status: z.literal("success"),
    report_id: z.string(),
    name: z.string().describe("Of the skill."),
    reason: z.enum(REPORT_REASONS),
    state: z.enum(["open", "upheld", "dismissed"]),
    filed_at: moment,
    decided_at: moment.nullable(),
    decision: z.string().nullable().describe("What the administrator wrote; null while it is open."),
  })
  .openapi("FiledReport", { description: "What became of a report about a skill." });

const route = createRoute({
  method: "get",
  path: "/v1/reports/{id}",
  operationId: "getReport",
  tags: ["Discovery"],
  summary: "How a report stands",
  description: "For whoever has its number. The text of the report and who filed it are not told.",
  request: { params: z.object({ id: idParameter.describe("`report_id` of the report.") }) },
  responses: {
    200: jsonContent(reportSchema, "Open, or how it was decided."),
    ...problems("REQUEST_INVALID", "REPORT_NOT_FOUND"),
  },
});

export const getReportOperation = defineOperation(route, async (c) => {
  const report = await getReport(c.req.valid("param").id);
  const body: z.infer<typeof reportSchema> = {
    status: "success",
    report_id: report.id,
    name: report.slug,
    reason: report.reason,
    state: report.state,
    filed_at: report.filedAt,
    decided_at: report.decidedAt,
    decision: report.decision,
  };
  return sendJson(c, body);
});
