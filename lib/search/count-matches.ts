import { database } from "@/lib/db/client";
import { keptAnswers } from "@/lib/kept-answers";
import type { SkillSearchResult } from "@/lib/search/search-views";
import type { Criteria } from "@/lib/search/criteria";
import { countFacets } from "@/lib/search/facets-repository";

type Counts = Pick<SkillSearchResult, "total" | "facets">;

/** Below this a count costs little and one skill more or less shows. */
const WORTH_KEEPING = 500;

const answer = keptAnswers<Counts>({
  keepMs: 4_000,
  most: 200,
  worthKeeping: ({ total }) => total >= WORTH_KEEPING,
});

/**
 * Total and facet counts of a search. Counts over many matches, whose cost grows with the market, are kept for four
 * seconds in this process, so that a quarantine shows in them within five; small ones are always counted anew.
 */
export function countMatches(criteria: Criteria, now: Date): Promise<Counts> {
  const { sort: _, ...counted } = criteria;
  return answer(JSON.stringify(counted), now, () => countFacets(database(), criteria, now));
}
