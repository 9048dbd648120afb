import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { lockOwnedSkill, type OwnedSkill } from "@/lib/registry/skills-repository";
import { givenAccess } from "@/lib/registry/access/find-access";
import { ANYBODY } from "@/lib/registry/access/reader";

export { findSkill, findSkillByName, lockOwnedSkill, lockSkill } from "@/lib/registry/skills-repository";

/**
 * `lockOwnedSkill` of an account's own skill. Throws SKILL_NOT_FOUND, and PERMISSION_DENIED with `refusal` for anybody else's.
 */
export async function lockOwnSkill(
  db: Database,
  { skill: slugOrId, accountId, refusal }: { skill: string; accountId: string; refusal: string },
): Promise<OwnedSkill> {
  const skill = await lockOwnedSkill(db, slugOrId);
  if (!skill) throw new DomainError("SKILL_NOT_FOUND", `There is no skill "${slugOrId}".`);
  if (skill.ownerId === accountId) return skill;
  await assertPageGiven(db, skill, { accountId, called: slugOrId });
  throw new DomainError("PERMISSION_DENIED", refusal);
}

/** Throws SKILL_NOT_FOUND for an account that is not to know that there is the skill. */
async function assertPageGiven(
  db: Database,
  skill: OwnedSkill,
  { accountId, called }: { accountId: string; called: string },
): Promise<void> {
  const { page } = await givenAccess(db, skill, { ...ANYBODY, accountId });
  if (!page) throw new DomainError("SKILL_NOT_FOUND", `There is no skill "${called}".`);
}

/** The one place that says who may handle the money of a skill, its price and its payee: its owner. */
export const mayHandleMoney = ({ ownerId }: Pick<OwnedSkill, "ownerId">, accountId: string): boolean =>
  ownerId === accountId;

/** `lockOwnedSkill` for whoever may handle its money. Throws SKILL_NOT_FOUND and PERMISSION_DENIED. */
export async function lockSkillForMoney(
  db: Database,
  { skill: slugOrId, accountId }: { skill: string; accountId: string },
): Promise<OwnedSkill> {
  const skill = await lockOwnedSkill(db, slugOrId);
  if (!skill) throw new DomainError("SKILL_NOT_FOUND", `There is no skill "${slugOrId}".`);
  if (mayHandleMoney(skill, accountId)) return skill;
  await assertPageGiven(db, skill, { accountId, called: slugOrId });
  throw new DomainError(
    "PERMISSION_DENIED",
    "Only the owner of a skill decides what a call of it costs and whom it pays.",
  );
}
