import { database } from "@/lib/db/client";
import type { SkillSearchResult } from "@/lib/registry/wanted/search-views";
import type { Criteria } from "@/lib/registry/wanted/criteria";
import { countFacets } from "@/lib/catalogue/search/facets-repository";
import { cachedCounts } from "@/lib/catalogue/search/cached-counts";

type Counts = Pick<SkillSearchResult, "total" | "facets">;

const answer = cachedCounts<Counts>(({ total }) => total);

/** Total and facet counts of a search, kept as `keptCounts` says; the rows themselves are always looked up. */
export function countMatches(criteria: Criteria, now: Date): Promise<Counts> {
  const { sort: _, ...counted } = criteria;
  return answer(JSON.stringify(counted), now, () => countFacets(database(), criteria, now));
}
