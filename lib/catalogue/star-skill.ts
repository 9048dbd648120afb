import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { countStarsOf, deleteStar, insertStar } from "@/lib/catalogue/repository";

/** Marks a skill for an account; false when it was marked before. Throws what `getSkill` throws. */
export async function starSkill(
  accountId: string,
  slugOrId: string,
  clock: Clock = systemClock,
): Promise<boolean> {
  const { id } = await getSkill(slugOrId);
  return insertStar(database(), { skillId: id, accountId, createdAt: clock.now() });
}

/** Takes the mark away; false when there was none. Throws what `getSkill` throws. */
export async function unstarSkill(accountId: string, slugOrId: string): Promise<boolean> {
  const { id } = await getSkill(slugOrId);
  return deleteStar(database(), { skillId: id, accountId });
}

/** How many accounts have marked each skill; those without a mark are left out. */
export function countStars(skillIds: readonly string[]): Promise<Map<string, number>> {
  return countStarsOf(database(), skillIds);
}
