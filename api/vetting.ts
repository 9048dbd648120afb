import { writtenFrom } from "@/api/frame/json-of";
import { z } from "@hono/zod-openapi";
import { headerNamed } from "@/api/frame/openapi";
import { getPublisher } from "@/api/frame/caller";
import { noun } from "@/api/frame/operation";
import { claimTokenParameter, idParameter } from "@/api/schemas/parameters";
import { reportSchema } from "@/api/validate";
import { moment, vettingStatus } from "@/api/schemas/skill";
import { findingSchema, secondOpinionSchema } from "@/api/schemas/skill-detail";
import { env } from "@/lib/platform/config/env";
import { hashGivenToken } from "@/lib/publishing/drafts/claim-token";
import {
  getVettingJob,
  getVettingJobOfDraft,
  getVettingOfVersion,
  jobNotFound,
  type VettingJobView,
} from "@/lib/publishing/vetting/get-vetting-job";

export const vetting = noun("Publishing");

const POLL_AFTER_SECONDS = 2;

const vettingJobSchema = writtenFrom(
  z
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
    .openapi("VettingJob"),
  ({ slug, versionId, opinion, isOwned }: VettingJobView & { isOwned: boolean }) => ({
    name: slug,
    page_url: isOwned ? `${env().APP_URL}/publish/${versionId}` : null,
    second_opinion: opinion,
  }),
);

vetting
  .get("/v1/skills/vetting/{job}", {
    id: "getVettingJob",
    summary: "How the vetting of an upload stands",
    description: "With the key, or the right to publish, that sent it.",
    key: "sometimes",
    params: z.object({ job: idParameter }),
    query: z.object({
      claim_token: claimTokenParameter.optional().describe("Instead of a key, for the vetting of a draft."),
    }),
    answers: {
      200: [
        vettingJobSchema,
        "The job; with Retry-After while it is under way.",
        { headers: { "Retry-After": headerNamed("RetryAfter") } },
      ],
    },
    problems: ["CLAIM_TOKEN_INVALID", "VETTING_JOB_NOT_FOUND"],
  })
  .handle(async ({ params, query }, c) => {
    const { job: jobId } = params;
    const { claim_token: claimToken } = query;
    const job =
      claimToken === undefined
        ? await getVettingJobOfPublisher(jobId, await getPublisher(c))
        : await getVettingJobOfDraft(jobId, hashGivenToken(claimToken));
    if (!job.isDone) c.header("retry-after", String(POLL_AFTER_SECONDS));
    return { ...job, isOwned: claimToken === undefined };
  });

/** With a right to publish, of the version that it was used for alone. */
async function getVettingJobOfPublisher(
  jobId: string,
  { actor, right }: Awaited<ReturnType<typeof getPublisher>>,
): Promise<VettingJobView> {
  const job = await getVettingJob(jobId, actor.accountId);
  if (right === null || right.versionId === job.versionId) return job;
  throw jobNotFound();
}

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

vetting
  .get("/v1/skills/versions/{version}/vetting-status", {
    id: "getVettingStatus",
    summary: "How the vetting of a version stands",
    key: "needed",
    params: z.object({ version: idParameter.describe("`version_id` of the upload.") }),
    answers: { 200: [statusSchema, "The newest job of the version."] },
    problems: ["VETTING_JOB_NOT_FOUND"],
  })
  .handle(async ({ params, actor }) => {
    const job = await getVettingOfVersion(params.version, actor.accountId);
    const failure = job.summary ?? "The vetting could not be finished.";
    return { ...job, errorMsg: job.jobStatus === "failed" ? failure : null };
  });
