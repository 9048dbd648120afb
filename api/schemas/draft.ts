import { z } from "@hono/zod-openapi";
import { authorAgent, moment, toAuthorAgentJson } from "@/api/schemas/skill";
import type { UploadedDraft } from "@/lib/publishing/drafts/upload-draft";
import type { DraftStatus } from "@/lib/publishing/drafts/get-draft-status";
import { env } from "@/lib/config/env";

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

const agentIdentity = z.object({
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
});

export const uploadedDraftSchema = z
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
  .openapi("UploadedDraft");

export function toUploadedDraftJson(draft: UploadedDraft): z.infer<typeof uploadedDraftSchema> {
  const { claim, agent } = draft;
  const claimQuery = claim === null ? "" : `?claim_token=${encodeURIComponent(claim.token)}`;
  const claimed = agent.state === "claimed";
  return {
    status: "success",
    skill_id: draft.skillId,
    name: draft.slug,
    skill_name: draft.slug,
    version: draft.version,
    version_number: draft.version,
    version_id: draft.versionId,
    vetting_job_id: draft.vettingJobId,
    vetting_status: draft.vettingStatus,
    vetting_report: { status: "approved", summary: draft.summary },
    poll_url: `${env().APP_URL}/v1/skills/vetting/${draft.vettingJobId}${claimQuery}`,
    upload_mode: "json_content",
    trust_level: draft.trustLevel,
    claim_status: claim === null ? "claimed" : "draft",
    claim_token: claim?.token ?? null,
    claim_url: claim?.url ?? null,
    expires_at: claim?.expiresAt.toISOString() ?? null,
    human_action_required: claim !== null,
    human_action: toHumanAction(draft),
    agent_identity: {
      name: agent.name,
      state: agent.state,
      is_new: agent.isNew,
      ...(agent.secret === null ? {} : { agent_secret: agent.secret }),
      // The owner's address is the owner's: the agent sees only what it gave itself.
      contact_email: claimed ? null : agent.contactEmail,
      contact_email_verified: claimed,
      claimed,
      verify_email_sent: agent.mailSent,
    },
    author_agent: toAuthorAgentJson(draft.authorAgent),
    warnings: draft.warnings,
  };
}

function toHumanAction({ claim, agent }: UploadedDraft): z.infer<typeof humanAction> | null {
  if (claim === null) return null;
  return {
    type: "claim",
    instruction: agent.mailSent ? MAIL_INSTRUCTION : INSTRUCTION,
    claim_url: claim.url,
    deadline: claim.expiresAt.toISOString(),
    contact_email: agent.contactEmail,
  };
}

export const draftStatusSchema = z
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
  .openapi("DraftStatus");

export function toDraftStatusJson(draft: DraftStatus): z.infer<typeof draftStatusSchema> {
  return {
    skill_id: draft.skillId,
    skill_name: draft.slug,
    version: draft.version,
    claim_status: draft.claimStatus,
    claimed: draft.claimStatus === "claimed",
    expired: draft.claimStatus === "expired",
    trust_level: draft.trustLevel,
    vetting_status: draft.vettingStatus,
    expires_at: draft.expiresAt,
    human_action_required: draft.humanActionRequired,
    verify_email_sent: draft.verifyMailSent,
    agent_claimed: draft.agent?.claimed ?? false,
    agent_verify_email_sent: draft.agent?.mailSent ?? false,
    draft_agent_author: draft.agent?.name ?? null,
  };
}
