import { type Clock, systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { SkillRow } from "@/lib/registry/views";
import { recordQuestion } from "@/lib/search/record-question";
import { answersAll } from "@/lib/search/words/answers";
import { planCriteria } from "@/lib/search/plan-criteria";
import { selectHits } from "@/lib/search/repository";
import { toSkillRow } from "@/lib/search/to-skill-row";
import { MAX_LIMIT, type SearchOptions } from "@/lib/search/search-skills";
import type { SkillSearch } from "@/lib/search/views";

/**
 * The first skills that match, best first, as `searchSkills` finds them, for whoever shows neither how many there are
 * nor facets: counting those costs more than finding these, and grows with the market. One SQL statement for it.
 */
export async function listMatches(
  search: Omit<SkillSearch, "page" | "cursor"> & { limit: number },
  { clock = systemClock, asker, byMeaning = true }: SearchOptions = {},
): Promise<SkillRow[]> {
  const now = clock.now();
  const criteria = await planCriteria(database(), search, { byMeaning });
  const limit = Math.min(Math.max(Math.trunc(search.limit) || 1, 1), MAX_LIMIT);
  const rows = await selectHits(database(), { criteria, now, limit, offset: 0 });
  const found = rows.length > 0;
  const answered =
    criteria.asked.length === 0 ? found : rows.some((row) => answersAll(criteria.plan, new Set(row.found)));
  if (asker) await recordQuestion({ search, criteria, found, answered }, asker, now);
  return rows.map((row) => toSkillRow(row, now));
}

/** At most `most` of them for a file that names all, of which none counts as a question; by words alone. */
export async function listForFile(
  search: SkillSearch,
  { most, clock }: { most: number; clock: Clock },
): Promise<SkillRow[]> {
  const now = clock.now();
  const criteria = await planCriteria(database(), search, { byMeaning: false });
  const rows = await selectHits(database(), { criteria, now, limit: most, offset: 0 });
  return rows.map((row) => toSkillRow(row, now));
}

const MAX_SUGGESTIONS = 6;
/** The beginning of a word that no index holds: beginnings of three letters and more are found. */
const JUST_BEGUN = /(?<=\S)[\s_-]+[a-z0-9]{1,2}$/i;

/**
 * The first matches of a search that is still being typed. A last word of which only a letter or two stand yet
 * restricts nothing, and what finds nothing counts as no demand.
 */
export function suggestSkills(typed: string): Promise<SkillRow[]> {
  return listMatches({ q: typed.replace(JUST_BEGUN, ""), limit: MAX_SUGGESTIONS }, { byMeaning: false });
}
