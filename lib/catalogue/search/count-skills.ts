import { systemClock, type Clock } from "@/lib/kernel/clock";
import { countMatches } from "@/lib/catalogue/search/count-matches";
import { toCriteria } from "@/lib/registry/wanted/criteria";
import type { SkillSearchResult } from "@/lib/registry/wanted/search-views";

/** How many skills are listed, by the values of each facet. One SQL statement at most, see `countMatches`. */
export function countSkills(
  clock: Clock = systemClock,
): Promise<Pick<SkillSearchResult, "total" | "facets">> {
  return countMatches(toCriteria({}), clock.now());
}
