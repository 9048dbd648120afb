import type { Database } from "@/lib/db/client";
import { listNear } from "@/lib/search/meaning/list-near";
import { planWords, type WordPlan } from "@/lib/search/words/plan-words";
import { toCriteria, type Criteria } from "@/lib/search/criteria";
import type { SkillSearch } from "@/lib/search/views";

/** A search with its words weighed by how rare they are now. */
export interface PlannedCriteria extends Criteria {
  plan: WordPlan;
  /** The skills nearest by meaning, nearest first; none where the market has no model for it. */
  near: readonly string[];
}

/**
 * Reads a search and weighs its words. No query without words, three at most, and one more where a model is asked for
 * what is near.
 */
export async function planCriteria(
  db: Database,
  search: SkillSearch,
  { byMeaning = true }: { byMeaning?: boolean } = {},
): Promise<PlannedCriteria> {
  const criteria = toCriteria(search);
  const [plan, near] = await Promise.all([
    planWords(db, criteria.asked),
    !byMeaning || criteria.asked.length === 0 ? [] : listNear(db, search.q ?? ""),
  ]);
  return { ...criteria, plan, near };
}

/** What makes two searches the same one, whatever words weigh and the model says at the moment. */
export function keyOfSearch(criteria: PlannedCriteria): string {
  return JSON.stringify({ ...criteria, asked: undefined, plan: undefined, near: undefined });
}
