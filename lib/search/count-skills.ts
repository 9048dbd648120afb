import { systemClock, type Clock } from "@/lib/clock";
import { countMatches } from "@/lib/search/count-matches";
import { toCriteria } from "@/lib/search/criteria";
import type { SkillSearchResult } from "@/lib/search/search-views";

/** How many skills are listed, by the values of each facet. One SQL statement at most, see `countMatches`. */
export function countSkills(
  clock: Clock = systemClock,
): Promise<Pick<SkillSearchResult, "total" | "facets">> {
  return countMatches(toCriteria({}), clock.now());
}
