import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import type { SkillRow } from "@/lib/registry/views";
import { countTokens, selectNearest } from "@/lib/search/nearest-repository";
import { doubtfulWords, nearWords } from "@/lib/search/nearest-words";
import { toSkillRow } from "@/lib/search/row-repository";
import { searchSkills } from "@/lib/search/search-skills";
import type { SkillSearch, SkillSearchResult } from "@/lib/search/search-views";
import { foldText } from "@/lib/search/words";

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
 * What comes nearest to a search that found nothing, if it was for words alone: with any other condition, the condition may be
 * to blame. Null otherwise, and where nothing is near. At most four queries.
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
  const meant = await putRight(query, now);
  if (meant !== null) {
    const { rows } = await searchSkills({ q: meant, limit: LIMIT }, { clock });
    if (rows.length > 0) return { meant, rows };
  }
  const words = nearWords(meant ?? query);
  if (words.length === 0) return { meant: null, rows: [] };
  const rows = await selectNearest(database(), { words, now, limit: LIMIT });
  return { meant: null, rows: rows.map((row) => toSkillRow(row, now)) };
}

/** The query with each word nobody uses replaced by the commonest that is one letter away; null when none is. */
async function putRight(query: string, now: Date): Promise<string | null> {
  const words = doubtfulWords(query);
  if (words.length === 0) return null;
  const tokens = new Set(words.flatMap(({ token, meant }) => [token, ...meant.keys()]));
  const known = await countTokens(database(), [...tokens], now);
  let right = foldText(query);
  for (const { written, token, meant } of words) {
    if (known.has(token)) continue;
    const [best] = [...meant]
      .filter(([other]) => known.has(other))
      .sort(([a], [b]) => (known.get(b) ?? 0) - (known.get(a) ?? 0) || (a < b ? -1 : 1));
    if (best) right = right.replace(new RegExp(`(?<![a-z])${written}(?![a-z])`), best[1]);
  }
  return right === foldText(query) ? null : right;
}
