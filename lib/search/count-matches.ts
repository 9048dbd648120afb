import { database } from "@/lib/db/client";
import type { SkillSearchResult } from "@/lib/search/views";
import { keyOfSearch, type PlannedCriteria, planCriteria } from "@/lib/search/plan-criteria";
import { countFacets } from "@/lib/search/facets-repository";
import { cachedCounts } from "@/lib/search/cached-counts";
import { systemClock, type Clock } from "@/lib/kernel/clock";

type Counts = Pick<SkillSearchResult, "total" | "answeringAll" | "facets">;

const answer = cachedCounts<Counts>(({ total }) => total);

/** Total and facet counts of a search, cached as `cachedCounts` says; the rows themselves are always looked up. */
export function countMatches(criteria: PlannedCriteria, now: Date): Promise<Counts> {
  return answer(keyOfSearch({ ...criteria, sort: "relevance" }) + criteria.near.join(), now, () =>
    countFacets(database(), criteria, now),
  );
}

/** How many skills are listed, by the values of each facet. Two SQL statements at most, see `cachedCounts`. */
export async function countSkills(
  clock: Clock = systemClock,
): Promise<Pick<SkillSearchResult, "total" | "facets">> {
  return countMatches(await planCriteria(database(), {}), clock.now());
}
