import { createRoute, z } from "@hono/zod-openapi";
import { acceptPackage, MAX_JSON_UPLOAD_BYTES } from "@/api/accept-package";
import { sendJson } from "@/api/answer";
import { callerAddress } from "@/api/caller";
import { defineOperation, type ApiContext } from "@/api/context";
import { jsonContent, jsonRequest } from "@/api/json-body";
import { tellRateLimit } from "@/api/limits/limit-rate";
import { toUploadedDraftJson, uploadedDraftSchema } from "@/api/schemas/draft";
import { problems } from "@/api/schemas/problem";
import { JSON_UPLOAD_BODY } from "@/api/v1/skills/upload/upload-body";
import { assertDraftRoom, readDraftRoom } from "@/lib/publishing/drafts/take-draft-place";
import { uploadDraft } from "@/lib/publishing/drafts/upload-draft";
import { assertJsonContentType, readBody } from "@/lib/http/read-body";
import { readJsonPackage } from "@/lib/http/read-package-body";
import { preferredLocale } from "@/lib/i18n/preferred-locale";

const { dialects: _dialects, ...UPLOAD_MEMBERS } = JSON_UPLOAD_BODY.properties;

const DRAFT_BODY = {
  ...JSON_UPLOAD_BODY,
  properties: {
    ...UPLOAD_MEMBERS,
    claim_token: {
      type: "string" as const,
      description: "For another version of the draft it was given out with.",
    },
    contact_email: {
      type: "string" as const,
      description: "Address of the person the agent works for; the market sends it a link to confirm.",
    },
  },
};

const route = createRoute({
  method: "post",
  path: "/v1/drafts/upload",
  operationId: "uploadDraft",
  tags: ["Drafts"],
  summary: "Publish a version without an account",
  description:
    "For agents. The upload is vetted at once and kept only when approved. It is listed as a draft until a person claims it through `human_action.claim_url`, within 30 days. 5 uploads an hour and 20 a day for each address.",
  request: {
    headers: z.object({
      // Missing, it is refused with a code of its own.
      "x-agent-author": z
        .string()
        .max(200)
        .optional()
        .openapi({ param: { required: true, example: "<name>@<provider>" } })
        .describe("`<name>[@<provider>]`."),
      "x-agent-secret": z
        .string()
        .max(200)
        .optional()
        .describe("The `agent_secret` of the first upload under this name; required from the second on."),
    }),
    body: jsonRequest(DRAFT_BODY),
  },
  responses: {
    201: jsonContent(uploadedDraftSchema, "Kept and listed. Not finished before a person has claimed it."),
    ...problems(
      "AGENT_AUTHOR_REQUIRED",
      "AGENT_AUTHOR_INVALID",
      "AGENT_SECRET_REQUIRED",
      "AGENT_SECRET_INVALID",
      "REQUEST_INVALID",
      "SKILL_MD_MISSING",
      "CONTENT_TOO_LARGE",
      "CONTENT_TOO_MANY_FILES",
      "BASE64_DECODE_FAILED",
      "PATH_INVALID",
      "CONTENT_TYPE_INVALID",
      "CLAIM_TOKEN_INVALID",
      "CLAIM_TOKEN_EXPIRED",
      "CLAIM_TOKEN_MISMATCH",
      "CLAIM_ALREADY_COMPLETED",
      "VERSION_NOT_HIGHER",
      "SKILL_NAME_TAKEN",
      "SKILL_NAME_RESERVED",
      "SKILL_NAME_DRAFT_COLLISION",
      "UPLOAD_FAILED",
      "DRAFT_NOT_APPROVED",
      "RATE_LIMITED",
    ),
  },
});

export const uploadDraftOperation = defineOperation(route, async (c) => {
  const address = callerAddress(c);
  return sendJson(c, toUploadedDraftJson(await receiveAndTell(c, address)), 201);
});

/** Says in the answer, whatever it will be, how many uploads are left. */
async function receiveAndTell(c: ApiContext, address: string) {
  try {
    return await receiveDraft(c, address);
  } finally {
    tellRateLimit(c, await readDraftRoom(address));
  }
}

async function receiveDraft(c: ApiContext, address: string) {
  // An address without room is told so before a byte of the body is read.
  await assertDraftRoom(address);
  assertJsonContentType(c.req.raw);
  const { result, members } = await readJsonPackage({
    bytes: await readBody(c.req.raw, { maxBytes: MAX_JSON_UPLOAD_BYTES }),
  });
  const skillPackage = acceptPackage(result);
  return uploadDraft({
    package: skillPackage,
    agentHeader: c.req.header("x-agent-author"),
    secret: c.req.header("x-agent-secret"),
    authorAgent: members.author_agent,
    claimToken: members.claim_token,
    contactEmail: members.contact_email,
    locale: preferredLocale(c.req.header("accept-language")),
    address,
  });
}
