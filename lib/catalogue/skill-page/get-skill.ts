import type { Clock } from "@/lib/kernel/clock";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { readSkills } from "@/lib/catalogue/read-skills";
import type { SkillDetail } from "@/lib/registry/views";

/**
 * A skill's page: the latest version, or the one asked for. Two queries. Expired drafts and yanked versions are still
 * found by their address. Throws SKILL_NOT_FOUND (also for a skill nothing was published of), VERSION_NOT_FOUND, and
 * SKILL_QUARANTINED with the reason.
 */
export async function getSkill(
  slugOrId: string,
  { version, clock }: { version?: string | undefined; clock?: Clock } = {},
): Promise<SkillDetail> {
  const [skill] = await readSkills([{ slugOrId, version }], clock);
  if (skill === undefined) throw new Error("each skill asked for is answered");
  if (skill instanceof DomainError) throw skill;
  return skill;
}

/** A skill's page, as `getSkill` finds it; null where there is none, or it is in quarantine. */
export async function findShownSkill(slugOrId: string): Promise<SkillDetail | null> {
  try {
    return await getSkill(slugOrId);
  } catch (error) {
    if (isDomainError(error)) return null;
    throw error;
  }
}
