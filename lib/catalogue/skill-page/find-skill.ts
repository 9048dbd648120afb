import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { isDomainError } from "@/lib/kernel/errors";
import type { SkillDetail } from "@/lib/registry/views";

/** What the page of a skill shows; null where there is none, or it is not shown. */
export async function findSkill(slug: string): Promise<SkillDetail | null> {
  try {
    return await getSkill(slug);
  } catch (error) {
    if (isDomainError(error)) return null;
    throw error;
  }
}
