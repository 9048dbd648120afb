import type { Database } from "@/lib/db/client";
import { matchesQuery, queryTokens } from "@/lib/search/tokens";
import { listUnmatched, setMatched } from "@/lib/search/wanted-repository";

const MOST_LOOKED_AT = 2_000;

export interface ReleasedSkill {
  skillId: string;
  versionId: string;
  /** The words it is found under. */
  searchTokens: readonly string[];
  capabilities: readonly string[];
}

/**
 * Closes each open wish that a newly approved version answers (R-002-84), keeps the match on record, and returns how many
 * there were. A wish is answered exactly when searching for it would now find the skill.
 */
export async function matchWanted(db: Database, released: ReleasedSkill, now: Date): Promise<number> {
  const { skillId, versionId } = released;
  const tokens = new Set(released.searchTokens);
  const capabilities = new Set(released.capabilities);
  const wanted = await listUnmatched(db, MOST_LOOKED_AT);
  const answered = wanted.filter(({ kind, query }) =>
    kind === "capability" ? capabilities.has(query) : matchesQuery(queryTokens(query), tokens),
  );
  if (answered.length === 0) return 0;
  await setMatched(
    db,
    answered.map(({ id }) => id),
    { skillId, versionId, matchedAt: now },
  );
  return answered.length;
}
