import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { idParameter } from "@/api/schemas/parameters";
import { problems } from "@/api/schemas/problem";
import { moment, vettingStatus } from "@/api/schemas/skill";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { getVettingOfVersion } from "@/lib/publishing/vetting/get-vetting-job";

const statusSchema = z
  .object({
    status: z.literal("success"),
    job_id: z.string(),
    job_status: z.enum(["queued", "running", "done", "failed"]),
    vetting_status: vettingStatus,
    started_at: moment,
    finished_at: moment.nullable(),
    error_msg: z.string().nullable().describe("Why the job failed; what it found stands with the job."),
  })
  .openapi("VettingStatus");

const route = createRoute({
  method: "get",
  path: "/v1/skills/versions/{version}/vetting-status",
  operationId: "getVettingStatus",
  tags: ["Publishing"],
  summary: "How the vetting of a version stands",
  security: API_KEY_SECURITY,
  request: { params: z.object({ version: idParameter.describe("`version_id` of the upload.") }) },
  responses: {
    200: jsonContent(statusSchema, "The newest job of the version."),
    ...problems("AUTH_REQUIRED", "AUTH_FAILED", "REQUEST_INVALID", "VETTING_JOB_NOT_FOUND"),
  },
});

export const getVettingStatusOperation = defineOperation(route, async (c) => {
  const actor = await getActor(c);
  const job = await getVettingOfVersion(c.req.valid("param").version, actor.accountId);
  const body: z.infer<typeof statusSchema> = {
    status: "success",
    job_id: job.jobId,
    job_status: job.jobStatus,
    vetting_status: job.vettingStatus,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
    error_msg: job.jobStatus === "failed" ? (job.summary ?? "The vetting could not be finished.") : null,
  };
  return sendJson(c, body);
});
