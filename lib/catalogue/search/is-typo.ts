import { database } from "@/lib/db/client";
import { countMatches } from "@/lib/catalogue/search/count-matches";
import { toCriteria } from "@/lib/registry/wanted/criteria";
import { countTokens } from "@/lib/catalogue/search/nearest-repository";
import { correctSpelling } from "@/lib/catalogue/search/spell-correct";
import { stemWord } from "@/lib/registry/search-words/stem";
import { NAME_MARK } from "@/lib/registry/search-words/tokens";

/** Shorter words are a letter away from too many others: "helm" is no slip for "help". */
const SHORTEST_SLIP = 6;

/**
 * True for words that found nothing only because long ones were mistyped: put right, they find skills, and skills are
 * named so. Where that is doubtful it is false: a real wish that is not counted is lost, a slip that is counted only
 * stands in a list. At most three queries.
 */
export async function isTypo(query: string, now: Date): Promise<boolean> {
  const right = await correctSpelling(query, now);
  if (right === null || right.replaced.some(({ written }) => written.length < SHORTEST_SLIP)) return false;
  const inNames = right.replaced.map(({ meant }) => NAME_MARK + stemWord(meant));
  const named = await countTokens(database(), inNames, now);
  if (inNames.some((token) => !named.has(token))) return false;
  return (await countMatches(toCriteria({ q: right.query }), now)).total > 0;
}
