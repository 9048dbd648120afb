import type { Database } from "@/lib/db/client";
import { claimTokenOf } from "@/lib/publishing/drafts/claim-token";
import type { DraftAgent } from "@/lib/publishing/drafts/read-draft-agent";
import { findDraft, type DraftRow } from "@/lib/publishing/drafts/repository";
import { newId } from "@/lib/kernel/ids";
import { findIdentity, lockIdentity, type AgentIdentityRow } from "@/lib/identity/agents/agent-identity";
import type { AgentIdentityState } from "@/lib/identity/agents/agent-identity-state";
import { hashLinkToken, linkTo } from "@/lib/identity/agents/claim-link";
import { createAgentIdentity } from "@/lib/identity/agents/create-agent-identity";
import { proveAgent } from "@/lib/identity/agents/prove-agent";
import { recordContactEmail, type ContactEmail } from "@/lib/identity/accounts/record-contact-email";
import { CLAIM_MS } from "@/lib/registry/claim-state";
import type { Owner } from "@/lib/registry/find-or-make-skill";
import { storeVersion, type PublishedVersion, type VersionToStore } from "@/lib/publishing/store-version";
import type { AuthorAgent } from "@/lib/skill-format";
import type { ScanResult } from "@/lib/vetting/scan-package";
import { recordOrAsk } from "@/lib/publishing/publish-version";

export interface DraftToStore extends Pick<VersionToStore, "upload" | "terms" | "archive" | "now"> {
  judgement: ScanResult;
  agent: DraftAgent;
  secret: string | undefined;
  /** The draft whose claim token came with the upload. */
  held: DraftRow | null;
  contact: ContactEmail | null;
}

export interface StoredDraft extends PublishedVersion {
  /** Pending while a model is asked for its opinion, where the settings name one. */
  vettingStatus: "approved" | "pending";
  trustLevel: "sandbox" | "community";
  /** The claim, while there is one to be made; null for an agent whose owner is known. */
  claim: { token: string; url: string; expiresAt: Date } | null;
  authorAgent: AuthorAgent;
  agent: {
    name: string;
    state: Exclude<AgentIdentityState, "no_identity">;
    isNew: boolean;
    /** In plain, for the first upload under the name only. */
    secret: string | null;
    contactEmail: string | null;
    mailSent: boolean;
  };
}

/** Writes an approved draft, its agent and the mail to its person; the caller opens the transaction. */
export async function storeDraft(db: Database, given: DraftToStore): Promise<StoredDraft> {
  const { upload, terms, archive, judgement, agent, now, held } = given;
  const { identity, secret } = await takeIdentity(db, given);
  const published = await storeVersion(db, {
    upload,
    terms,
    archive,
    owner: ownerOfUpload(identity, { held, now }),
    by: { agent: identity.name },
    source: "draft",
    authorAgent: { ...agent.author, proven: true },
    now,
    vettedByCaller: true,
  });
  const isVetted = await recordOrAsk(db, published, judgement, now);
  const mailSent = given.contact !== null && (await recordContactEmail(db, identity, given.contact, now));
  const after = (await findIdentity(db, identity.id)) ?? identity;
  const skill = await findDraft(db, published.skillId);
  return {
    ...published,
    vettingStatus: isVetted ? "approved" : "pending",
    trustLevel: skill?.claimStatus === "draft" ? "sandbox" : "community",
    claim: skill?.claimStatus === "draft" ? claimOf(skill) : null,
    authorAgent: agent.author,
    agent: {
      name: after.name,
      state: after.state,
      isNew: secret !== null,
      secret,
      contactEmail: after.contactEmail,
      mailSent,
    },
  };
}

/**
 * Whose an upload is: the account's that confirmed the agent, or nobody's yet. Also asked for an agent that has no
 * identity yet, to see whether it could take a name.
 */
export function ownerOfUpload(
  identity: Pick<AgentIdentityRow, "id" | "accountId"> | null,
  { held, now }: { held: DraftRow | null; now: Date },
): Owner {
  const agentIdentityId = identity?.id ?? newId("agt", now.getTime());
  if (identity?.accountId) return { kind: "agent", agentIdentityId, accountId: identity.accountId };
  const skillId = newId("skl", now.getTime());
  return {
    kind: "draft",
    agentIdentityId,
    skillId,
    claimTokenHash: hashLinkToken(claimTokenOf(skillId)),
    claimExpiresAt: new Date(now.getTime() + CLAIM_MS),
    ...(held === null ? {} : { heldSkillId: held.id }),
  };
}

/** The agent's identity, made if the name is free, and held until the transaction ends: nobody claims it meanwhile. */
async function takeIdentity(
  db: Database,
  { agent, secret, now }: Pick<DraftToStore, "agent" | "secret" | "now">,
): Promise<{ identity: AgentIdentityRow; secret: string | null }> {
  const proven = await proveAgent(agent.author.name, secret, db);
  if (!proven) return createAgentIdentity(db, agent.author, now);
  return { identity: await lockIdentity(db, proven.id), secret: null };
}

function claimOf(skill: DraftRow): StoredDraft["claim"] {
  if (skill.claimExpiresAt === null) return null;
  const token = claimTokenOf(skill.id);
  return { token, url: linkTo("claim", token), expiresAt: skill.claimExpiresAt };
}
