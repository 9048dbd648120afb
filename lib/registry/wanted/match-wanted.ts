import type { Database } from "@/lib/db/client";
import { matchesQuery, queryTokens } from "@/lib/registry/search-words/tokens";
import { listUnmatched, setMatched } from "@/lib/registry/wanted/wanted-repository";

const MOST_LOOKED_AT = 2_000;

export interface ReleasedSkill {
  skillId: string;
  versionId: string;
  /** The words it is found under. */
  searchTokens: readonly string[];
  capabilities: readonly string[];
}

/** A search that found nothing so far. */
export interface OpenUnmetQuery {
  readonly id: string;
  /** True when searching for it would find the skill. */
  readonly isAnsweredBy: (found: Found) => boolean;
}

interface Found {
  readonly tokens: ReadonlySet<string>;
  readonly capabilities: ReadonlySet<string>;
}

/** The open wishes that are asked for most, read to be held against any number of skills. */
export async function listOpenUnmetQueries(db: Database): Promise<OpenUnmetQuery[]> {
  return (await listUnmatched(db, MOST_LOOKED_AT)).map(({ id, kind, query }) => {
    if (kind === "capability") return { id, isAnsweredBy: ({ capabilities }) => capabilities.has(query) };
    const asked = queryTokens(query);
    return { id, isAnsweredBy: ({ tokens }) => matchesQuery(asked, tokens) };
  });
}

/**
 * Closes each open wish that a newly approved version answers (R-002-84), keeps the match on record, and returns how
 * many there were. A wish is answered exactly when searching for it would now find the skill.
 */
export async function matchWanted(
  db: Database,
  { skillId, versionId, ...released }: ReleasedSkill,
  now: Date,
  wishes?: readonly OpenUnmetQuery[],
): Promise<number> {
  const found = { tokens: new Set(released.searchTokens), capabilities: new Set(released.capabilities) };
  const open = wishes ?? (await listOpenUnmetQueries(db));
  const answered = open.filter(({ isAnsweredBy }) => isAnsweredBy(found));
  if (answered.length === 0) return 0;
  await setMatched(
    db,
    answered.map(({ id }) => id),
    { skillId, versionId, matchedAt: now },
  );
  return answered.length;
}
