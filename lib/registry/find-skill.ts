import type { Database } from "@/lib/db/client";
import { mayActForOwner } from "@/lib/identity/organisations/act-for";
import { mayAct, type OrganisationAct } from "@/lib/identity/organisations/roles";
import { DomainError } from "@/lib/kernel/errors";
import { lockOwnedSkill, type OwnedSkill, type SkillNameRow } from "@/lib/registry/skills-repository";
import { givenAccess } from "@/lib/registry/access/find-access";
import { ANYBODY } from "@/lib/registry/access/reader";

export { findSkill, findSkillByName, lockOwnedSkill, lockSkill } from "@/lib/registry/skills-repository";

/**
 * Whether an account may do something about a skill that was read: as its owner, or as a member of the organisation that
 * owns it. Pure; `lockOwnSkill` asks the same of the database.
 */
export function mayActOnSkill(
  {
    ownerId,
    owner,
  }: { ownerId: string | null; owner: Pick<NonNullable<SkillNameRow["owner"]>, "members"> | null },
  accountId: string,
  act: OrganisationAct,
): boolean {
  if (ownerId === accountId) return true;
  const roles = owner?.members.find((member) => member.accountId === accountId)?.roles ?? [];
  return mayAct(roles, act);
}

/** A skill that somebody owns. */
export type HeldSkill = OwnedSkill & { ownerId: string; owner: string };

interface SkillAct {
  skill: string;
  accountId: string;
  act: OrganisationAct;
  refusal: string;
}

/**
 * `lockOwnedSkill` for whoever may do something as its owner: the owner, or a member of the organisation that owns it
 * whose role lets them. The one place that decides it. Throws SKILL_NOT_FOUND, and PERMISSION_DENIED with `refusal` for
 * anybody else.
 */
export async function lockOwnSkill(
  db: Database,
  { skill: slugOrId, accountId, act, refusal }: SkillAct,
): Promise<HeldSkill> {
  const skill = await lockOwnedSkill(db, slugOrId);
  if (!skill) throw new DomainError("SKILL_NOT_FOUND", `There is no skill "${slugOrId}".`);
  const { ownerId, owner } = skill;
  if (ownerId !== null && owner !== null && (await mayActForOwner(db, { ownerId, accountId, act })))
    return { ...skill, ownerId, owner };
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

/** `lockOwnSkill` for whoever may handle its money, its price and its payee. Throws SKILL_NOT_FOUND and PERMISSION_DENIED. */
export const lockSkillForMoney = (
  db: Database,
  which: Pick<SkillAct, "skill" | "accountId">,
): Promise<HeldSkill> =>
  lockOwnSkill(db, {
    ...which,
    act: "money",
    refusal: "Only the owner of a skill decides what a call of it costs and whom it pays.",
  });
