import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { recordEvent } from "@/lib/registry/events";
import {
  findSkillByName,
  insertSkill,
  isReservedName,
  lockSkill,
  type SkillNameRow,
} from "@/lib/registry/skills-repository";

/** Canonical names nobody can have: the market's own, and words that would pass for its voice. Operators add theirs in ReservedNames. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(
  `emporion official admin administrator api audit auditor docs dashboard draft drafts help home install login market
  new null official openapi publish receipt register registry root search security settings signin signup skill skills
  status store support system test trust undefined upload user users verified verifier vetting wallet www`.split(
    /\s+/,
  ),
);

/** Who an upload belongs to: an account, or nobody yet (a draft, until somebody claims it). */
export type Owner =
  | { kind: "account"; accountId: string }
  | { kind: "draft"; claimTokenHash: string; claimExpiresAt: Date; agentIdentityId?: string };

/** Two names that differ only by hyphens are one name. */
function toCanonicalName(slug: string): string {
  return slug.replaceAll("-", "");
}

/**
 * The skill of this name, made if the name is free, and locked until the transaction ends. Only its owner may add to a
 * skill. Throws SKILL_NAME_RESERVED, SKILL_NAME_TAKEN (another's, or one's own spelt otherwise) and
 * SKILL_NAME_DRAFT_COLLISION (held by an unclaimed draft).
 */
export async function findOrMakeSkill(
  db: Database,
  { slug, owner, now }: { slug: string; owner: Owner; now: Date },
): Promise<SkillNameRow> {
  const canonicalName = toCanonicalName(slug);
  const found = await findSkillByName(db, canonicalName);
  if (found) {
    assertMayAdd(found, slug, owner);
    await lockSkill(db, found.id, now);
    return found;
  }
  if (RESERVED_NAMES.has(canonicalName) || (await isReservedName(db, canonicalName))) {
    throw new DomainError("SKILL_NAME_RESERVED", `The name "${slug}" is reserved. Choose another one.`);
  }
  const skill = await insertSkill(db, {
    id: newId("skl", now.getTime()),
    slug,
    canonicalName,
    createdAt: now,
    ...columnsOf(owner),
  });
  await recordEvent(db, { kind: "skill:created", skillId: skill.id, data: { slug } }, now, actorOf(owner));
  return skill;
}

function assertMayAdd(skill: SkillNameRow, slug: string, owner: Owner): void {
  if (skill.claimStatus === "draft" || skill.claimStatus === "expired") {
    throw new DomainError(
      "SKILL_NAME_DRAFT_COLLISION",
      `The name "${skill.slug}" is held by a draft that nobody has claimed yet.`,
    );
  }
  if (owner.kind !== "account" || skill.ownerId !== owner.accountId) {
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

function columnsOf(owner: Owner) {
  if (owner.kind === "account") return { ownerId: owner.accountId };
  const { kind: _, ...claim } = owner;
  return { claimStatus: "draft" as const, ...claim };
}

function actorOf(owner: Owner): string | undefined {
  return owner.kind === "account" ? owner.accountId : owner.agentIdentityId;
}
