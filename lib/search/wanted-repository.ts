import type { Database } from "@/lib/db/client";

/** Counts one more search for `query` (already folded). */
export async function countWanted(
  db: Database,
  wanted: { id: string; query: string; displayQuery: string; at: Date },
): Promise<void> {
  const { id, query, displayQuery, at } = wanted;
  await db.wanted.upsert({
    where: { query },
    create: { id, query, displayQuery, firstAskedAt: at, lastAskedAt: at },
    update: { searches: { increment: 1 }, lastAskedAt: at, matchedSkillId: null },
  });
}

/** What is asked for most and not yet matched. */
export function listUnmatched(db: Database, limit: number): Promise<{ id: string; query: string }[]> {
  return db.wanted.findMany({
    where: { matchedSkillId: null },
    orderBy: [{ searches: "desc" }, { lastAskedAt: "desc" }],
    take: limit,
    select: { id: true, query: true },
  });
}

export async function setMatched(db: Database, ids: string[], skillId: string): Promise<void> {
  await db.wanted.updateMany({ where: { id: { in: ids } }, data: { matchedSkillId: skillId } });
}

export interface StoredWanted {
  query: string;
  searches: number;
  firstAskedAt: Date;
  lastAskedAt: Date;
  matchedSkillId: string | null;
}

/** Most asked for first. */
export function selectWanted(
  db: Database,
  { limit, matched }: { limit: number; matched: boolean },
): Promise<StoredWanted[]> {
  return db.wanted
    .findMany({
      where: matched ? {} : { matchedSkillId: null },
      orderBy: [{ searches: "desc" }, { lastAskedAt: "desc" }],
      take: limit,
      select: {
        displayQuery: true,
        searches: true,
        firstAskedAt: true,
        lastAskedAt: true,
        matchedSkillId: true,
      },
    })
    .then((rows) => rows.map(({ displayQuery, ...row }) => ({ ...row, query: displayQuery })));
}

export function findSlugs(db: Database, skillIds: string[]): Promise<{ id: string; slug: string }[]> {
  return db.skill.findMany({
    where: { id: { in: skillIds }, publishedAt: { not: null } },
    select: { id: true, slug: true },
  });
}

/** Deletes what was asked once and never again. */
export async function deleteForgotten(db: Database, before: Date): Promise<number> {
  return (await db.wanted.deleteMany({ where: { searches: 1, lastAskedAt: { lt: before } } })).count;
}
