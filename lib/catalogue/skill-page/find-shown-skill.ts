import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { isDomainError } from "@/lib/kernel/errors";
import type { SkillDetail } from "@/lib/registry/views";

/** A skill's page, as `getSkill` finds it; null where there is none, or it is in quarantine. */
export async function findShownSkill(slugOrId: string): Promise<SkillDetail | null> {
  try {
    return await getSkill(slugOrId);
  } catch (error) {
    if (isDomainError(error)) return null;
    throw error;
  }
}
