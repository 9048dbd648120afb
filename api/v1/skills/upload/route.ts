import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { callerAddress, getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { tellRateLimit } from "@/api/limits/limit-rate";
import { headerNamed } from "@/api/openapi/openapi-headers";
import { problems } from "@/api/schemas/problem";
import { authorAgent, lamports, runnableReason, toAuthorAgentJson, vettingStatus } from "@/api/schemas/skill";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { readUploadRequest, type UploadRequest } from "@/api/v1/skills/upload/read-upload-request";
import {
  JSON_UPLOAD_BODY,
  MULTIPART_UPLOAD_BODY,
  UPLOAD_BODY_PROBLEMS,
} from "@/api/v1/skills/upload/upload-body";
import { env } from "@/lib/config/env";
import { assertUploadsLeft, countUpload } from "@/lib/http/limits/upload-limits";
import { limitKeptBytes } from "@/lib/http/limits/limit-kept-bytes";
import { assertReachable } from "@/lib/identity/keys/authenticate-api-key";
import { unpackedBytes } from "@/lib/package";
import { explainObstacles } from "@/lib/skill-format/issues/call-obstacles";
import { publishVersion } from "@/lib/publishing/publish-version";

const uploadedSchema = z
  .object({
    status: z.literal("success"),
    skill_id: z.string(),
    name: z.string(),
    version: z.string(),
    version_id: z.string(),
    vetting_job_id: z.string(),
    price_lamports: lamports.describe(
      "What one call of this version is to cost: what the file states, or else what the version before it does. It is in force once the version has run: an example is proven, or you run it once (POST /v1/skills/{id}/run).",
    ),
    poll_url: z.url().describe("Ask here until `is_done`; with the same key."),
    upload_mode: z.enum(["json_content", "multipart"]),
    skill_name: z.string().describe("Same as name."),
    version_number: z.string().describe("Same as version."),
    vetting_report: z.object({ status: vettingStatus }),
    author_agent: authorAgent,
    runnable: z.boolean().describe("Whether calls are made of it once it is listed."),
    runnable_reason: runnableReason,
    warnings: z.array(z.string()),
  })
  .openapi("Uploaded");

const route = createRoute({
  method: "post",
  path: "/v1/skills/upload",
  operationId: "uploadSkill",
  tags: ["Publishing"],
  summary: "Publish a version",
  description:
    "As JSON (no disk needed) or as a `.skill` archive. The version appears in the market when vetting approves it.",
  security: API_KEY_SECURITY,
  request: {
    query: z.object({
      dialects: z
        .string()
        .max(200)
        .optional()
        .describe("Dialects to check against, with commas; otherwise detected."),
    }),
    headers: z.object({
      "x-agent-author": z
        .string()
        .max(200)
        .optional()
        .describe("`<name>[@<provider>]` of the agent that uploads."),
      "x-agent-secret": z
        .string()
        .max(200)
        .optional()
        .describe("Secret of that agent: needed for one that another account has claimed."),
    }),
    body: {
      required: true,
      content: {
        "application/json": { schema: JSON_UPLOAD_BODY },
        "multipart/form-data": { schema: MULTIPART_UPLOAD_BODY },
      },
    },
  },
  responses: {
    201: {
      ...jsonContent(uploadedSchema, "Stored; vetting is queued."),
      headers: { Location: headerNamed("Location") },
    },
    ...problems(
      "AUTH_REQUIRED",
      "AUTH_FAILED",
      "EMAIL_NOT_VERIFIED",
      "AGENT_SECRET_REQUIRED",
      "AGENT_SECRET_INVALID",
      ...UPLOAD_BODY_PROBLEMS,
      "VERSION_NOT_HIGHER",
      "SKILL_NAME_TAKEN",
      "SKILL_NAME_RESERVED",
      "SKILL_NAME_DRAFT_COLLISION",
      "UPLOAD_FAILED",
      "RATE_LIMITED",
    ),
  },
});

export const uploadSkillOperation = defineOperation(route, async (c) => {
  // Whoever has no key is turned away before a byte of the body is read.
  const actor = await getActor(c);
  assertReachable(actor);
  const publisher = { accountId: actor.accountId, address: callerAddress(c) };
  tellRateLimit(c, await assertUploadsLeft(publisher));
  const upload = await readUploadRequest(c.req.raw, {
    agentHeader: c.req.header("x-agent-author"),
    dialects: c.req.valid("query").dialects,
  });
  await limitKeptBytes(publisher.address, unpackedBytes(upload.skillPackage.files));
  const agentSecret = c.req.header("x-agent-secret");
  const request = { actor, agentSecret, ...toPublishRequest(upload) };
  const { published, left } = await countUpload(publisher, () => publishVersion(request));
  tellRateLimit(c, left);
  const pollUrl = `${env().APP_URL}/v1/skills/vetting/${published.vettingJobId}`;
  c.header("location", pollUrl);
  const body: z.infer<typeof uploadedSchema> = {
    status: "success",
    skill_id: published.skillId,
    name: published.slug,
    version: published.version,
    version_id: published.versionId,
    vetting_job_id: published.vettingJobId,
    price_lamports: String(published.priceLamports),
    poll_url: pollUrl,
    upload_mode: upload.mode,
    skill_name: published.slug,
    version_number: published.version,
    vetting_report: { status: "pending" },
    author_agent: toAuthorAgentJson(upload.authorAgent),
    runnable: published.obstacles.length === 0,
    runnable_reason: explainObstacles(published.obstacles),
    warnings: upload.warnings,
  };
  return sendJson(c, body, 201);
});

function toPublishRequest({ skillPackage, mode, authorAgent, dialects }: UploadRequest) {
  return {
    package: skillPackage,
    source: mode,
    authorAgent,
    ...(dialects === undefined ? {} : { dialects }),
  };
}
