import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { canonicalName } from "@/lib/registry/names/canonical-name";
import { nextClaimState, storedClaim } from "@/lib/registry/claim-state";
import type { ContentLanguage } from "@/lib/registry/views";
import { recordEvent } from "@/lib/log/events/events";
import { actFor } from "@/lib/identity/organisations/act-for";
import { mayActOnSkill } from "@/lib/registry/find-skill";
import { assertNotReserved } from "@/lib/registry/names/reserved-names";
import {
  findSkillByName,
  insertSkill,
  lockSkill,
  type NamedSkillRow,
} from "@/lib/registry/skills-repository";

/** Who an upload belongs to. */
export type Owner = AccountOwner | MaintainerOwner | DraftOwner | AgentOwner;

export interface AccountOwner {
  kind: "account";
  accountId: string;
}

/**
 * An account that maintains a skill of another one, or publishes for an organisation: the upload belongs to the owner.
 * Price and payee are decided by the owner alone, and by who handles the money of the organisation.
 */
export interface MaintainerOwner {
  kind: "maintainer";
  accountId: string;
  ownerId: string;
  /** Of a member of the organisation that owns it; absent of a maintainer of the one skill. */
  roles?: readonly string[];
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

/** An agent that belongs to an account: what it uploads is claimed from the start (USK, agent identity). */
interface AgentOwner {
  kind: "agent";
  agentIdentityId: string;
  accountId: string;
}

/**
 * The skill that is, or is to be, called so, made if the name is free, and locked until the transaction ends. Only its
 * owner may add to a skill. Throws what `assertNameOpen` throws.
 */
export async function findOrMakeSkill(
  db: Database,
  given: {
    slug: string;
    /** Of its first version; its listing says it from then on. */
    contentLanguage?: ContentLanguage;
    owner: Owner;
    now: Date;
  },
): Promise<Pick<NamedSkillRow, "id" | "slug" | "owner">> {
  const { slug, contentLanguage = "und", owner, now } = given;
  const found = await assertNameOpen(db, given);
  if (found) {
    await lockSkill(db, found.id, now);
    // Whoever held the lock may have changed whose skill it is, or given up a name nothing bears.
    return (await assertNameOpen(db, given)) ?? findOrMakeSkill(db, given);
  }
  // Whoever maintains skills adds to them and makes none for somebody else: the name was given up meanwhile.
  if (owner.kind === "maintainer" && !owner.roles) throw takenName(slug);
  const skill = await insertSkill(db, {
    id: owner.kind === "draft" ? owner.skillId : newId("skl", now.getTime()),
    slug,
    contentLanguage,
    canonicalName: canonicalName(slug),
    createdAt: now,
    ...columnsOf(owner),
  });
  await recordEvent(db, { kind: "skill:created", skillId: skill.id, data: { slug } }, now, actorOf(owner));
  return skill;
}

/**
 * The skill that is called so, or is to be, and that the owner may add to; null for a free name. Throws
 * SKILL_NAME_RESERVED, SKILL_NAME_TAKEN (another's, one's own spelt otherwise, or one the skill gave up) and
 * SKILL_NAME_DRAFT_COLLISION (held by somebody else's unclaimed draft).
 */
export async function assertNameOpen(
  db: Database,
  { slug, owner, now }: { slug: string; owner: Owner; now: Date },
): Promise<NamedSkillRow | null> {
  const found = await findSkillByName(db, canonicalName(slug));
  if (found) {
    assertOwnName(found, { slug, owner, now });
    assertPresentName(found, slug);
    return found;
  }
  await assertNotReserved(db, slug);
  return null;
}

/** Throws SKILL_NAME_TAKEN and SKILL_NAME_DRAFT_COLLISION unless the skill that has or had the name is the owner's. */
export function assertOwnName(
  skill: NamedSkillRow,
  { slug, owner, now }: { slug: string; owner: Owner; now: Date },
): void {
  const name = spelling(skill, slug);
  if (skill.claimStatus === "draft" || skill.claimStatus === "expired") {
    if (!isOwnDraft(skill, owner, now)) {
      throw new DomainError(
        "SKILL_NAME_DRAFT_COLLISION",
        `The name "${name}" is held by a draft that nobody has claimed${skill.claimStatus === "draft" ? " yet" : ""}.`,
      );
    }
  } else if (!isOwn(skill, owner)) {
    throw takenName(name);
  }
  if (name !== slug) {
    throw new DomainError(
      "SKILL_NAME_TAKEN",
      `You publish this skill as "${name}"; "${slug}" is the same name. Keep the first spelling.`,
    );
  }
}

const takenName = (name: string) =>
  new DomainError("SKILL_NAME_TAKEN", `The name "${name}" belongs to another publisher. Choose another one.`);

/**
 * A version bears the name the skill has, or the one its owner asked for last: nothing is renamed by a slip of the pen.
 */
function assertPresentName(skill: NamedSkillRow, slug: string): void {
  const [asked] = skill.names;
  const given = skill.names.find(({ name }) => name === slug);
  if (slug === skill.slug || (asked && given && given.since >= asked.since)) return;
  throw new DomainError(
    "SKILL_NAME_TAKEN",
    `"${slug}" is an old name of your skill "${skill.slug}". Write "name: ${skill.slug}" into SKILL.md, or give the skill its old name again at /dashboard/names.`,
  );
}

/** How the skill spells the name it has or had. */
function spelling(skill: NamedSkillRow, slug: string): string {
  const same = skill.names.find(({ name }) => canonicalName(name) === canonicalName(slug));
  return same?.name ?? skill.slug;
}

function isOwnDraft(skill: NamedSkillRow, owner: Owner, now: Date): boolean {
  if (owner.kind !== "draft" || skill.claimStatus !== "draft") return false;
  if (skill.claimExpiresAt !== null && skill.claimExpiresAt <= now) return false;
  return skill.agentIdentityId === owner.agentIdentityId || skill.id === owner.heldSkillId;
}

function isOwn(skill: NamedSkillRow, owner: Owner): boolean {
  if (owner.kind === "maintainer") return skill.ownerId === owner.ownerId && mayPublish(skill, owner);
  if (owner.kind === "draft" || skill.ownerId !== owner.accountId) return false;
  return owner.kind === "account" || skill.agentIdentityId === owner.agentIdentityId;
}

/** Whether an account publishes a skill of another one: it maintains the skill, or is a member of who owns it. */
const mayPublish = (skill: NamedSkillRow, account: { accountId: string }) =>
  skill.maintainers.some(({ accountId }) => accountId === account.accountId) ||
  mayActOnSkill(skill, account.accountId, "publish");

/**
 * As what an account adds to the skill that is called so: as its own, or as one that it maintains or publishes for an
 * organisation. The id is null where it has no such skill yet: a new one is its own, or of the organisation that
 * `organisation` names. Throws NOT_FOUND and PERMISSION_DENIED as `actFor`.
 */
export async function findOwnerOfUpload(
  db: Database,
  { slug, accountId, organisation }: { slug: string; accountId: string; organisation?: string | undefined },
): Promise<{ owner: AccountOwner | MaintainerOwner; skillId: string | null }> {
  const named =
    organisation === undefined ? null : await actFor(db, { accountId }, { organisation, act: "publish" });
  const skill = await findSkillByName(db, canonicalName(slug));
  const ownerId = named?.organisationId ?? skill?.ownerId ?? accountId;
  const skillId = skill?.ownerId === ownerId ? skill.id : null;
  if (named) return { owner: { kind: "maintainer", accountId, ownerId, roles: named.roles }, skillId };
  if (!skill || ownerId === accountId || !mayPublish(skill, { accountId }))
    return { owner: { kind: "account", accountId }, skillId: skill?.ownerId === accountId ? skill.id : null };
  const roles = skill.owner?.members.find((member) => member.accountId === accountId)?.roles;
  return { owner: { kind: "maintainer", accountId, ownerId, ...(roles ? { roles } : {}) }, skillId };
}

function columnsOf(owner: Owner) {
  if (owner.kind === "account" || owner.kind === "maintainer") {
    return {
      ownerId: owner.kind === "account" ? owner.accountId : owner.ownerId,
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
  return owner.kind === "draft" || owner.kind === "agent" ? owner.agentIdentityId : owner.accountId;
}
