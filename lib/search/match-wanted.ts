import type { Database } from "@/lib/db/client";
import { matchesQuery, queryTokens } from "@/lib/search/tokens";
import { listUnmatched, setMatched } from "@/lib/search/wanted-repository";

const MOST_LOOKED_AT = 2_000;

/**
 * Marks each wanted query that a newly published skill answers (R-002-84) and returns how many. A query is answered
 * exactly when searching for it would now find the skill.
 */
export async function matchWanted(db: Database, skillId: string, tokens: readonly string[]): Promise<number> {
  const have = new Set(tokens);
  const wanted = await listUnmatched(db, MOST_LOOKED_AT);
  const answered = wanted.filter(({ query }) => matchesQuery(queryTokens(query), have)).map(({ id }) => id);
  if (answered.length > 0) await setMatched(db, answered, skillId);
  return answered.length;
}
