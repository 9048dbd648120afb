import { database } from "@/lib/db/client";
import { keptAnswers } from "@/lib/kept-answers";
import { hasQuarantineChanged } from "@/lib/registry/has-quarantine-changed";
import type { SkillSearchResult } from "@/lib/search/search-views";
import type { Criteria } from "@/lib/search/criteria";
import { countFacets } from "@/lib/search/facets-repository";

type Counts = Pick<SkillSearchResult, "total" | "facets">;

/** Below this a count costs little and one skill more or less shows. */
const WORTH_KEEPING = 500;
/** From here on a count takes long enough to be waited for, and one skill in it is a ten-thousandth. */
const WORTH_SERVING_OLDER = 10_000;
const OLDEST_MS = 60_000;

const answer = keptAnswers<Counts>({
  keepMs: 4_000,
  most: 200,
  worthKeeping: ({ total }) => total >= WORTH_KEEPING,
  older: {
    upToMs: OLDEST_MS,
    isGoodEnough: async ({ total }, countedAt) =>
      total >= WORTH_SERVING_OLDER && !(await hasQuarantineChanged(countedAt)),
  },
});

/**
 * Total and facet counts of a search; the rows themselves are always looked up. Counts over many matches, whose cost grows with the
 * market, are kept for four seconds in this process, those over ten thousand up to a minute while they are counted anew for the next
 * who ask: unless a skill came into or out of quarantine since, so that it shows in them within five seconds. Small ones are always
 * counted anew.
 */
export function countMatches(criteria: Criteria, now: Date): Promise<Counts> {
  const { sort: _, ...counted } = criteria;
  return answer(JSON.stringify(counted), now, () => countFacets(database(), criteria, now));
}
