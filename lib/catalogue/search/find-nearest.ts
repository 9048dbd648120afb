import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { SkillRow } from "@/lib/registry/views";
import { selectNearest } from "@/lib/catalogue/search/nearest-repository";
import { nearWords } from "@/lib/catalogue/search/nearest-words";
import { correctSpelling } from "@/lib/catalogue/search/spell-correct";
import { toSkillRow } from "@/lib/catalogue/search/row-repository";
import { listMatches } from "@/lib/catalogue/search/list-matches";
import type { SkillSearch, SkillSearchResult } from "@/lib/registry/wanted/search-views";

const LIMIT = 5;

export interface NearestSkills {
  /** The same words with a mistyped letter put right, when that finds something. */
  meant: string | null;
  /** What `meant` finds; without it, what answers at least one of the words. At most five, nearest first. */
  rows: SkillRow[];
}

/** What of a search restricts nothing by itself. */
const HARMLESS = new Set(["q", "sort", "limit", "page", "cursor"]);

/**
 * What comes nearest to a search that found nothing, if it was for words alone: with any other condition, the condition
 * may be to blame. Null otherwise, and where nothing is near. At most four queries.
 */
export async function findNearest(
  search: SkillSearch,
  { total }: Pick<SkillSearchResult, "total">,
  clock: Clock = systemClock,
): Promise<NearestSkills | null> {
  const asked = Object.entries(search).filter(([, value]) => value !== undefined);
  if (total > 0 || !search.q || asked.some(([name]) => !HARMLESS.has(name))) return null;
  const nearest = await nearestTo(search.q, clock);
  return nearest.rows.length > 0 ? nearest : null;
}

async function nearestTo(query: string, clock: Clock): Promise<NearestSkills> {
  const now = clock.now();
  const meant = (await correctSpelling(query, now))?.query ?? null;
  if (meant !== null) {
    const rows = await listMatches({ q: meant, limit: LIMIT }, { clock });
    if (rows.length > 0) return { meant, rows };
  }
  const words = nearWords(meant ?? query);
  if (words.length === 0) return { meant: null, rows: [] };
  const rows = await selectNearest(database(), { words, now, limit: LIMIT });
  return { meant: null, rows: rows.map((row) => toSkillRow(row, now)) };
}
