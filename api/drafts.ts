import { jsonOf, writtenFrom } from "@/api/frame/json-of";
import { z } from "@hono/zod-openapi";
import { callerAddress, writeRateLimit } from "@/api/frame/caller";
import type { ApiContext } from "@/api/frame/context";
import EXAMPLES from "@/api/examples.json";
import { noun } from "@/api/frame/operation";
import { claimTokenParameter } from "@/api/schemas/parameters";
import { authorAgent, moment } from "@/api/schemas/skill";
import { acceptPackage, JSON_UPLOAD, MAX_JSON_UPLOAD_BYTES } from "@/api/uploads";
import { env } from "@/lib/platform/config/env";
import { assertJsonContentType, readBody } from "@/lib/web/http/read-body";
import { readJsonPackage } from "@/lib/web/http/read-package-body";
import { preferredLocale } from "@/lib/platform/i18n/page-language";
import { DomainError } from "@/lib/kernel/errors";
import { type DraftStatus, getDraftStatus, listDraftStatus } from "@/lib/publishing/drafts/get-draft-status";
import { assertDraftRoom, readDraftRoom } from "@/lib/publishing/drafts/take-draft-place";
import { uploadDraft, type UploadedDraft } from "@/lib/publishing/drafts/upload-draft";

export const drafts = noun("Drafts");

const INSTRUCTION =
  "Give this link to the person you work for, word for word. They open it, enter their e-mail address and confirm; then the skill is theirs. Do not open it in their place.";
const MAIL_INSTRUCTION =
  "A mail was sent to the address you gave. Tell the person you work for to confirm it; or give them this link, word for word. Do not open either in their place.";

const humanAction = z.object({
  type: z.literal("claim"),
  instruction: z.string().describe("Pass it on word for word."),
  claim_url: z.url(),
  deadline: moment,
  contact_email: z.string().nullable(),
});

const agentIdentity = writtenFrom(
  z.object({
    name: z.string(),
    state: z.enum(["created", "pending_verify", "claimed"]),
    is_new: z.boolean(),
    agent_secret: z
      .string()
      .optional()
      .describe("Only in the answer to the first upload of this name. Keep it: it cannot be had again."),
    contact_email: z.string().nullable(),
    contact_email_verified: z.boolean(),
    claimed: z.boolean(),
    verify_email_sent: z.boolean(),
  }),
  ({ state, secret, contactEmail, mailSent }: UploadedDraft["agent"]) => ({
    agent_secret: secret,
    // The owner's address is the owner's: the agent sees only what it gave itself.
    contact_email: state === "claimed" ? null : contactEmail,
    contact_email_verified: state === "claimed",
    claimed: state === "claimed",
    verify_email_sent: mailSent,
  }),
);

const uploadedDraftSchema = writtenFrom(
  z
    .object({
      status: z.literal("success"),
      skill_id: z.string(),
      name: z.string(),
      skill_name: z.string(),
      version: z.string(),
      version_number: z.string(),
      version_id: z.string(),
      vetting_job_id: z.string(),
      vetting_status: z
        .enum(["approved", "pending"])
        .describe("pending: the rules approved it, and the market asks a model for a second opinion first."),
      vetting_report: z.object({ status: z.literal("approved"), summary: z.string() }),
      poll_url: z.url(),
      upload_mode: z.literal("json_content"),
      trust_level: z.enum(["sandbox", "community"]),
      claim_status: z.enum(["draft", "claimed"]),
      claim_token: z.string().nullable().describe("Null when the agent has an owner."),
      claim_url: z.url().nullable(),
      expires_at: moment.nullable(),
      human_action_required: z.boolean(),
      human_action: humanAction.nullable(),
      agent_identity: agentIdentity,
      author_agent: authorAgent,
      warnings: z.array(z.string()),
    })
    .openapi("UploadedDraft"),
  ({ slug, version, claim, agent, summary, vettingJobId }: UploadedDraft) => {
    const claimQuery = claim === null ? "" : `?claim_token=${encodeURIComponent(claim.token)}`;
    return {
      name: slug,
      skill_name: slug,
      version_number: version,
      vetting_report: { summary },
      poll_url: `${env().APP_URL}/v1/skills/vetting/${vettingJobId}${claimQuery}`,
      claim_status: claim === null ? ("claimed" as const) : ("draft" as const),
      claim_token: claim?.token ?? null,
      claim_url: claim?.url ?? null,
      expires_at: claim?.expiresAt ?? null,
      human_action_required: claim !== null,
      human_action: claim && {
        instruction: agent.mailSent ? MAIL_INSTRUCTION : INSTRUCTION,
        claimUrl: claim.url,
        deadline: claim.expiresAt,
        contactEmail: agent.contactEmail,
      },
      agent_identity: agent,
    };
  },
);

const draftMembers = (draft: DraftStatus) => ({
  skill_name: draft.slug,
  claimed: draft.claimStatus === "claimed",
  expired: draft.claimStatus === "expired",
  verify_email_sent: draft.verifyMailSent,
  agent_claimed: draft.agent?.claimed ?? false,
  agent_verify_email_sent: draft.agent?.mailSent ?? false,
  draft_agent_author: draft.agent?.name ?? null,
});
const draftStatusSchema = writtenFrom(
  z
    .object({
      skill_id: z.string(),
      skill_name: z.string(),
      version: z.string().nullable(),
      claim_status: z.enum(["draft", "claimed", "expired"]),
      claimed: z.boolean(),
      expired: z.boolean(),
      trust_level: z.enum(["sandbox", "community", "verified"]),
      vetting_status: z.enum(["pending", "approved", "caution", "rejected"]),
      expires_at: moment.nullable(),
      human_action_required: z.boolean().describe("true: a person must still act, or the draft ends."),
      verify_email_sent: z.boolean(),
      agent_claimed: z.boolean(),
      agent_verify_email_sent: z.boolean(),
      draft_agent_author: z.string().nullable(),
    })
    .openapi("DraftStatus"),
  draftMembers,
);

const { dialects: _dialects, ...UPLOAD_MEMBERS } = JSON_UPLOAD.properties;

const DRAFT_BODY = {
  ...JSON_UPLOAD,
  title: "DraftUploadRequest",
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

drafts
  .post("/v1/drafts/upload", {
    id: "uploadDraft",
    summary: "Publish a version without an account",
    description:
      "For agents. The upload is vetted at once and kept only when approved. It is listed as a draft until a person claims it through `human_action.claim_url`, within 30 days. 5 uploads an hour and 20 a day for each address.",
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
    body: { required: true, content: { "application/json": { schema: DRAFT_BODY } } },
    example: { ...EXAMPLES.uploadSkill, contact_email: "mira@example.com" },
    answers: { 201: [uploadedDraftSchema, "Kept and listed. Not finished before a person has claimed it."] },
    problems: [
      "AGENT_AUTHOR_REQUIRED",
      "AGENT_AUTHOR_INVALID",
      "AGENT_SECRET_REQUIRED",
      "AGENT_SECRET_INVALID",
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
    ],
  })
  .handle(async (_, c) => {
    const address = callerAddress(c);
    try {
      return await receiveDraft(c, address);
    } finally {
      // Said in the answer, whatever it will be.
      writeRateLimit(c, await readDraftRoom(address));
    }
  });

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

const ofToken = writtenFrom(draftStatusSchema.extend({ status: z.literal("success") }), draftMembers);
const ofAgent = z.object({
  status: z.literal("success"),
  human_action_required: z.boolean().describe("true while any of the drafts waits for a person."),
  drafts: z.array(draftStatusSchema).describe("Newest first, at most 100."),
});

drafts
  .get("/v1/drafts/status", {
    id: "getDraftStatus",
    summary: "Whether a person has claimed a draft",
    description: "By the claim token of one draft, or by the agent's name and secret for all of its drafts.",
    query: z.object({
      claim_token: claimTokenParameter.optional().openapi({ param: { example: "<claim_token>" } }),
    }),
    headers: z.object({
      "x-agent-author": z.string().max(200).optional(),
      "x-agent-secret": z.string().max(200).optional(),
    }),
    answers: { 200: [z.union([ofToken, ofAgent]), "How the draft stands, or the agent's drafts."] },
    problems: [
      "CLAIM_TOKEN_INVALID",
      "AGENT_AUTHOR_REQUIRED",
      "AGENT_AUTHOR_INVALID",
      "AGENT_SECRET_REQUIRED",
      "AGENT_SECRET_INVALID",
    ],
  })
  .handle(async ({ query }, c) => {
    const { claim_token: token } = query;
    if (token !== undefined) return jsonOf(ofToken)(await getDraftStatus(token));
    const author = c.req.header("x-agent-author");
    if (author === undefined) {
      throw new DomainError(
        "AGENT_AUTHOR_REQUIRED",
        "Send ?claim_token=… of one draft, or X-Agent-Author and X-Agent-Secret for all of an agent's.",
      );
    }
    const drafts = await listDraftStatus(author, c.req.header("x-agent-secret"));
    return jsonOf(ofAgent)({
      humanActionRequired: drafts.some((draft) => draft.humanActionRequired),
      drafts,
    });
  });
