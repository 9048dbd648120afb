import type { Database } from "@/lib/db/client";
import { askedTerms, type AskedTerm } from "@/lib/search/words/asked-terms";
import { planWords, answersAll, isFound } from "@/lib/search/words/plan-words";
import { listUnmatched, setMatched } from "@/lib/search/wanted/wanted-repository";

const MOST_LOOKED_AT = 2_000;

export interface ReleasedSkill {
  skillId: string;
  versionId: string;
  /** The words it is found under. */
  searchTokens: readonly string[];
  capabilities: readonly string[];
}

/** A search that nothing answers in full so far. */
export interface OpenCountedQuery {
  readonly id: string;
  /** The capability that is asked for, or the words. */
  readonly capability: string | null;
  readonly asked: readonly AskedTerm[];
}

interface Found {
  readonly tokens: ReadonlySet<string>;
  readonly capabilities: ReadonlySet<string>;
}

/** The open wishes that are asked for most, read to be held against any number of skills. */
export async function listOpenUnmetQueries(db: Database): Promise<OpenCountedQuery[]> {
  return (await listUnmatched(db, MOST_LOOKED_AT)).map(({ id, kind, query }) => {
    if (kind === "capability") return { id, capability: query, asked: [] };
    return { id, capability: null, asked: askedTerms(`${query} `) };
  });
}

/**
 * Closes each open wish that a newly approved version answers (USK, compatibility), keeps the match on record, and
 * returns how many there were. A wish is answered exactly when searching for it would now find the skill as one that
 * answers all of it.
 */
export async function matchWanted(
  db: Database,
  { skillId, versionId, ...released }: ReleasedSkill,
  now: Date,
  wishes?: readonly OpenCountedQuery[],
): Promise<number> {
  const found = { tokens: new Set(released.searchTokens), capabilities: new Set(released.capabilities) };
  const open = wishes ?? (await listOpenUnmetQueries(db));
  const answered: OpenCountedQuery[] = [];
  for (const wish of open) if (await isAnsweredBy(db, wish, found)) answered.push(wish);
  if (answered.length === 0) return 0;
  await setMatched(
    db,
    answered.map(({ id }) => id),
    { skillId, versionId, matchedAt: now },
  );
  return answered.length;
}

/** True when searching for it would find the skill, for every word. No query for the many wishes of which it has no word. */
async function isAnsweredBy(
  db: Database,
  { capability, asked }: OpenCountedQuery,
  found: Found,
): Promise<boolean> {
  if (capability !== null) return found.capabilities.has(capability);
  const touches = asked.some(({ ways }) =>
    ways.some((way) => way.tokens.some((token) => found.tokens.has(token))),
  );
  if (!touches) return false;
  const plan = await planWords(db, asked);
  return isFound(plan, found.tokens) && answersAll(plan, found.tokens);
}
