import { database } from "@/lib/db/client";
import { countTokens } from "@/lib/catalogue/search/nearest-repository";
import { doubtfulWords } from "@/lib/catalogue/search/nearest-words";
import { foldText } from "@/lib/registry/search-words/words";

export interface SpellingCorrection {
  /** The whole query, folded, with the words replaced. */
  query: string;
  replaced: { written: string; meant: string }[];
}

/**
 * The query with each word nobody uses replaced by the commonest that is one letter away; null when none is. One query.
 */
export async function correctSpelling(query: string, now: Date): Promise<SpellingCorrection | null> {
  const words = doubtfulWords(query);
  if (words.length === 0) return null;
  const tokens = new Set(words.flatMap(({ token, meant }) => [token, ...meant.keys()]));
  const known = await countTokens(database(), [...tokens], now);
  const right: SpellingCorrection = { query: foldText(query), replaced: [] };
  for (const { written, token, meant } of words) {
    if (known.has(token)) continue;
    const [best] = [...meant]
      .filter(([other]) => known.has(other))
      .sort(([a], [b]) => (known.get(b) ?? 0) - (known.get(a) ?? 0) || (a < b ? -1 : 1));
    if (!best) continue;
    right.query = right.query.replace(new RegExp(`(?<![a-z])${written}(?![a-z])`), best[1]);
    right.replaced.push({ written, meant: best[1] });
  }
  return right.replaced.length === 0 ? null : right;
}
