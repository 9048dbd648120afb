import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { countListedSkills, selectListedSkills, type ListedSkill } from "@/lib/catalogue/repository";

/** As many in one part as a search engine reads in one go, three languages each. */
const PART_SIZE = 1_000;

/** The number of parts that all listed skills make, at least one. */
export async function countSkillParts(clock: Clock = systemClock): Promise<number> {
  return Math.max(1, Math.ceil((await countListedSkills(database(), clock.now())) / PART_SIZE));
}

/** The listed skills of one part (from 1), by name; empty behind the last. */
export function listListedSkills(part: number, clock: Clock = systemClock): Promise<ListedSkill[]> {
  return selectListedSkills(database(), {
    now: clock.now(),
    offset: (part - 1) * PART_SIZE,
    limit: PART_SIZE,
  });
}
