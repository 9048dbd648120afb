import { database } from "@/lib/db/client";
import { deleteForgotten, findSlugs, selectWanted } from "@/lib/search/wanted-repository";

const FORGET_AFTER_MS = 30 * 86_400_000;

export interface WantedRow {
  query: string;
  searches: number;
  firstAskedAt: string;
  lastAskedAt: string;
  /** A skill published since that answers the query. */
  matchedSlug: string | null;
}

/** Searches that found nothing, most asked for first; `matched` adds those that a skill answers by now. */
export async function listWantedQueries({
  limit,
  matched,
}: {
  limit: number;
  matched: boolean;
}): Promise<WantedRow[]> {
  const rows = await selectWanted(database(), { limit, matched });
  const ids = rows.flatMap(({ matchedSkillId }) => matchedSkillId ?? []);
  const slugs = new Map(
    ids.length === 0 ? [] : (await findSlugs(database(), ids)).map(({ id, slug }) => [id, slug]),
  );
  return rows.map(({ matchedSkillId, firstAskedAt, lastAskedAt, ...row }) => ({
    ...row,
    firstAskedAt: firstAskedAt.toISOString(),
    lastAskedAt: lastAskedAt.toISOString(),
    matchedSlug: slugs.get(matchedSkillId ?? "") ?? null,
  }));
}

/** Forgets queries asked once in the last month and never again, so that the table cannot be filled up. */
export function forgetWanted(now: Date): Promise<number> {
  return deleteForgotten(database(), new Date(now.getTime() - FORGET_AFTER_MS));
}
