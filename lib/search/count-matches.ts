import { database } from "@/lib/db/client";
import type { SkillSearchResult } from "@/lib/search/search-views";
import type { Criteria } from "@/lib/search/criteria";
import { countFacets } from "@/lib/search/facets-repository";

type Counts = Pick<SkillSearchResult, "total" | "facets">;

/** Below this a count costs little and one skill more or less shows. */
const WORTH_KEEPING = 500;
const KEEP_MS = 4_000;
const MAX_KEPT = 200;

const kept = new Map<string, { counts: Counts; until: number }>();

/**
 * Total and facet counts of a search. Counts over many matches, whose cost grows with the market, are kept for four
 * seconds in this process, so that a quarantine shows in them within five; small ones are always counted anew.
 */
export async function countMatches(criteria: Criteria, now: Date): Promise<Counts> {
  const { sort: _, ...counted } = criteria;
  const key = JSON.stringify(counted);
  const found = kept.get(key);
  if (found && found.until > now.getTime()) return found.counts;
  const counts = await countFacets(database(), criteria, now);
  kept.delete(key);
  if (counts.total >= WORTH_KEEPING) keep(key, { counts, until: now.getTime() + KEEP_MS });
  return counts;
}

function keep(key: string, entry: { counts: Counts; until: number }): void {
  const oldest = kept.keys().next();
  if (kept.size >= MAX_KEPT && !oldest.done) kept.delete(oldest.value);
  kept.set(key, entry);
}
