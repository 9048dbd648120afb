import { systemClock, type Clock } from "@/lib/kernel/clock";
import { countMatches } from "@/lib/catalogue/search/count-matches";
import { planCriteria } from "@/lib/catalogue/search/plan-criteria";
import { database } from "@/lib/db/client";
import type { SkillSearchResult } from "@/lib/registry/wanted/search-views";

/** How many skills are listed, by the values of each facet. Two SQL statements at most, see `cachedCounts`. */
export async function countSkills(
  clock: Clock = systemClock,
): Promise<Pick<SkillSearchResult, "total" | "facets">> {
  return countMatches(await planCriteria(database(), {}), clock.now());
}
