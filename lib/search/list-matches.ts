import { systemClock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import type { SkillRow } from "@/lib/registry/views";
import { countMiss } from "@/lib/search/count-miss";
import { toCriteria } from "@/lib/search/criteria";
import { selectHits } from "@/lib/search/repository";
import { toSkillRow } from "@/lib/search/row-repository";
import { MAX_LIMIT, type SearchOptions } from "@/lib/search/search-skills";
import type { SkillSearch } from "@/lib/search/search-views";

/**
 * The first skills that match, best first, as `searchSkills` finds them, for whoever shows neither how many there are
 * nor facets: counting those costs more than finding these, and grows with the market. One SQL statement.
 */
export async function listMatches(
  search: Omit<SkillSearch, "page" | "cursor"> & { limit: number },
  { clock = systemClock, asker }: SearchOptions = {},
): Promise<SkillRow[]> {
  const now = clock.now();
  const criteria = toCriteria(search);
  const limit = Math.min(Math.max(Math.trunc(search.limit) || 1, 1), MAX_LIMIT);
  const rows = await selectHits(database(), { criteria, now, limit, offset: 0 });
  if (rows.length === 0 && asker) await countMiss(search, criteria, asker, now);
  return rows.map((row) => toSkillRow(row, now));
}
