import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { canonicalName } from "@/lib/registry/canonical-name";
import { nextClaimState, storedClaim } from "@/lib/registry/claim-state";
import { recordEvent } from "@/lib/registry/events";
import {
  findSkillByName,
  insertSkill,
  isReservedName,
  lockSkill,
  type SkillNameRow,
} from "@/lib/registry/skills-repository";

/**
 * Canonical names nobody can have: the market's own, words that would pass for its voice, and `core`, the layer of tools that is
 * active in every conversation (VibeLife V9), so that no skill of this name could be activated. Operators add theirs in
 * ReservedNames.
 */
const RESERVED_NAMES: ReadonlySet<string> = new Set(
  `emporion official admin administrator api audit auditor core docs dashboard draft drafts help home install login market
  new null official openapi publish receipt register registry root search security settings signin signup skill skills
  status store support system test trust undefined upload user users verified verifier vetting wallet www`.split(
    /\s+/,
  ),
);

/** Who an upload belongs to. */
export type Owner = AccountOwner | DraftOwner | AgentOwner;

interface AccountOwner {
  kind: "account";
  accountId: string;
}

/** An agent whose person has not confirmed it: the upload is nobody's, until somebody claims it. */
interface DraftOwner {
  kind: "draft";
  agentIdentityId: string;
  /** Id and claim of the skill, if the upload makes one. */
  skillId: string;
  claimTokenHash: string;
  claimExpiresAt: Date;
  /** The draft whose claim token came with the upload: it may be added to, whoever uploaded it. */
  heldSkillId?: string;
}

/** An agent that belongs to an account: what it uploads is claimed from the start (R-002-118). */
interface AgentOwner {
  kind: "agent";
  agentIdentityId: string;
  accountId: string;
}

/**
 * The skill of this name, made if the name is free, and locked until the transaction ends. Only its owner may add to a
 * skill. Throws what `assertNameOpen` throws.
 */
export async function findOrMakeSkill(
  db: Database,
  { slug, owner, now }: { slug: string; owner: Owner; now: Date },
): Promise<SkillNameRow> {
  const found = await assertNameOpen(db, { slug, owner, now });
  if (found) {
    await lockSkill(db, found.id, now);
    // Whoever held the lock may have changed whose skill it is.
    return (await assertNameOpen(db, { slug, owner, now })) ?? found;
  }
  const skill = await insertSkill(db, {
    id: owner.kind === "draft" ? owner.skillId : newId("skl", now.getTime()),
    slug,
    canonicalName: canonicalName(slug),
    createdAt: now,
    ...columnsOf(owner),
  });
  await recordEvent(db, { kind: "skill:created", skillId: skill.id, data: { slug } }, now, actorOf(owner));
  return skill;
}

/**
 * The skill of this name that the owner may add to, or null for a free name. Throws SKILL_NAME_RESERVED, SKILL_NAME_TAKEN
 * (another's, or one's own spelt otherwise) and SKILL_NAME_DRAFT_COLLISION (held by somebody else's unclaimed draft).
 */
export async function assertNameOpen(
  db: Database,
  { slug, owner, now }: { slug: string; owner: Owner; now: Date },
): Promise<SkillNameRow | null> {
  const canonical = canonicalName(slug);
  const found = await findSkillByName(db, canonical);
  if (found) {
    assertMayAdd(found, { slug, owner, now });
    return found;
  }
  if (RESERVED_NAMES.has(canonical) || (await isReservedName(db, canonical))) {
    throw new DomainError("SKILL_NAME_RESERVED", `The name "${slug}" is reserved. Choose another one.`);
  }
  return null;
}

function assertMayAdd(skill: SkillNameRow, { slug, owner, now }: { slug: string; owner: Owner; now: Date }) {
  if (skill.claimStatus === "draft" || skill.claimStatus === "expired") {
    if (!isOwnDraft(skill, owner, now)) {
      throw new DomainError(
        "SKILL_NAME_DRAFT_COLLISION",
        `The name "${skill.slug}" is held by a draft that nobody has claimed${skill.claimStatus === "draft" ? " yet" : ""}.`,
      );
    }
  } else if (!isOwn(skill, owner)) {
    throw new DomainError(
      "SKILL_NAME_TAKEN",
      `The name "${skill.slug}" belongs to another publisher. Choose another one.`,
    );
  }
  if (skill.slug !== slug) {
    throw new DomainError(
      "SKILL_NAME_TAKEN",
      `You publish this skill as "${skill.slug}"; "${slug}" is the same name. Keep the first spelling.`,
    );
  }
}

function isOwnDraft(skill: SkillNameRow, owner: Owner, now: Date): boolean {
  if (owner.kind !== "draft" || skill.claimStatus !== "draft") return false;
  if (skill.claimExpiresAt !== null && skill.claimExpiresAt <= now) return false;
  return skill.agentIdentityId === owner.agentIdentityId || skill.id === owner.heldSkillId;
}

function isOwn(skill: SkillNameRow, owner: Owner): boolean {
  if (owner.kind === "draft" || skill.ownerId !== owner.accountId) return false;
  return owner.kind === "account" || skill.agentIdentityId === owner.agentIdentityId;
}

function columnsOf(owner: Owner) {
  if (owner.kind === "account") {
    return {
      ownerId: owner.accountId,
      claimStatus: storedClaim(nextClaimState("none", "account_upload").state),
    };
  }
  const draft = nextClaimState("none", "draft_upload").state;
  if (owner.kind === "agent") {
    const { accountId: ownerId, agentIdentityId } = owner;
    return {
      ownerId,
      agentIdentityId,
      claimStatus: storedClaim(nextClaimState(draft, "claim_completed").state),
    };
  }
  const { agentIdentityId, claimTokenHash, claimExpiresAt } = owner;
  return { claimStatus: storedClaim(draft), agentIdentityId, claimTokenHash, claimExpiresAt };
}

function actorOf(owner: Owner): string {
  return owner.kind === "account" ? owner.accountId : owner.agentIdentityId;
}
