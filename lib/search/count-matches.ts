import { database } from "@/lib/db/client";
import type { SkillSearchResult } from "@/lib/search/search-views";
import type { Criteria } from "@/lib/search/criteria";
import { countFacets } from "@/lib/search/facets-repository";
import { keptCounts } from "@/lib/search/kept-counts";

type Counts = Pick<SkillSearchResult, "total" | "facets">;

const answer = keptCounts<Counts>(({ total }) => total);

/** Total and facet counts of a search, kept as `keptCounts` says; the rows themselves are always looked up. */
export function countMatches(criteria: Criteria, now: Date): Promise<Counts> {
  const { sort: _, ...counted } = criteria;
  return answer(JSON.stringify(counted), now, () => countFacets(database(), criteria, now));
}
