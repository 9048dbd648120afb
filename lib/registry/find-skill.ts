import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { lockOwnedSkill, type OwnedSkill } from "@/lib/registry/skills-repository";

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
  throw new DomainError("PERMISSION_DENIED", refusal);
}
