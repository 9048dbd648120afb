import type { Database } from "@/lib/db/client";
import { planWords, type WordPlan } from "@/lib/registry/search-words/plan-words";
import { toCriteria, type Criteria } from "@/lib/registry/wanted/criteria";
import type { SkillSearch } from "@/lib/registry/wanted/search-views";

/** A search with its words weighed by how rare they are now. */
export interface PlannedCriteria extends Criteria {
  plan: WordPlan;
}

/** Reads a search and weighs its words. No query without words, three at most. */
export async function planCriteria(db: Database, search: SkillSearch): Promise<PlannedCriteria> {
  const criteria = toCriteria(search);
  return { ...criteria, plan: await planWords(db, criteria.asked) };
}

/** What makes two searches the same one, whatever words weigh at the moment. */
export function keyOfSearch(criteria: PlannedCriteria): string {
  return JSON.stringify({ ...criteria, asked: undefined, plan: undefined });
}
