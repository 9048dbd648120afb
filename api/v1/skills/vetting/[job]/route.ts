import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { claimTokenParameter, idParameter } from "@/api/schemas/parameters";
import { headerNamed } from "@/api/openapi/openapi-headers";
import { problems } from "@/api/schemas/problem";
import { reportSchema, toReportJson } from "@/api/schemas/report";
import { vettingStatus } from "@/api/schemas/skill";
import { findingSchema, toFindingJson } from "@/api/schemas/skill-detail";
import { secondOpinionSchema, toSecondOpinionJson } from "@/api/schemas/vetting/second-opinion";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { hashGivenToken } from "@/lib/publishing/drafts/claim-token";
import { env } from "@/lib/config/env";
import {
  getVettingJob,
  getVettingJobOfDraft,
  type VettingJobView,
} from "@/lib/publishing/vetting/get-vetting-job";

const POLL_AFTER_SECONDS = 2;

const vettingJobSchema = z
  .object({
    status: z.literal("success"),
    job_id: z.string(),
    version_id: z.string(),
    name: z.string(),
    version: z.string(),
    job_status: z.enum(["queued", "running", "done", "failed"]),
    vetting_status: vettingStatus.describe(
      "Of the version now: what the vetting came to, or what an administrator decided since.",
    ),
    is_done: z.boolean().describe("false: ask again after a few seconds."),
    published: z.boolean(),
    findings: z.array(findingSchema),
    dialect_reports: z
      .array(reportSchema)
      .describe("What each dialect says of the version, from the upload on."),
    summary: z.string().nullable(),
    engine_version: z.string().nullable(),
    page_url: z
      .url()
      .nullable()
      .describe(
        "Where the owner of the upload reads the findings and appeals a rejection; null for a draft, which nobody owns yet.",
      ),
    report_digest: z.string().nullable().describe("Anybody who vets the same bytes gets the same digest."),
    second_opinion: secondOpinionSchema,
  })
  .openapi("VettingJob");

const route = createRoute({
  method: "get",
  path: "/v1/skills/vetting/{job}",
  operationId: "getVettingJob",
  tags: ["Publishing"],
  summary: "How the vetting of an upload stands",
  security: API_KEY_SECURITY,
  request: {
    params: z.object({ job: idParameter }),
    query: z.object({
      claim_token: claimTokenParameter.optional().describe("Instead of a key, for the vetting of a draft."),
    }),
  },
  responses: {
    200: {
      ...jsonContent(vettingJobSchema, "The job; with Retry-After while it is under way."),
      headers: { "Retry-After": headerNamed("RetryAfter") },
    },
    ...problems(
      "AUTH_REQUIRED",
      "AUTH_FAILED",
      "CLAIM_TOKEN_INVALID",
      "REQUEST_INVALID",
      "VETTING_JOB_NOT_FOUND",
    ),
  },
});

export const getVettingJobOperation = defineOperation(route, async (c) => {
  const { job: jobId } = c.req.valid("param");
  const { claim_token: claimToken } = c.req.valid("query");
  const job =
    claimToken === undefined
      ? await getVettingJob(jobId, (await getActor(c)).accountId)
      : await getVettingJobOfDraft(jobId, hashGivenToken(claimToken));
  if (!job.isDone) c.header("retry-after", String(POLL_AFTER_SECONDS));
  return sendJson(c, toVettingJobJson(job, claimToken === undefined));
});

function toVettingJobJson(job: VettingJobView, isOwned: boolean): z.infer<typeof vettingJobSchema> {
  return {
    status: "success",
    job_id: job.jobId,
    version_id: job.versionId,
    name: job.slug,
    version: job.version,
    job_status: job.jobStatus,
    vetting_status: job.vettingStatus,
    is_done: job.isDone,
    published: job.published,
    findings: job.findings.map(toFindingJson),
    dialect_reports: job.dialectReports.map(toReportJson),
    summary: job.summary,
    engine_version: job.engineVersion,
    page_url: isOwned ? `${env().APP_URL}/publish/${job.versionId}` : null,
    report_digest: job.reportDigest,
    second_opinion: toSecondOpinionJson(job.opinion),
  };
}
