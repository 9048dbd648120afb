import type { Database } from "@/lib/db/client";

export interface ListedSkill {
  slug: string;
  publishedAt: Date;
}

/** One page of the skills that search lists, by name. */
export async function selectListedSkills(
  db: Database,
  { now, offset, limit }: { now: Date; offset: number; limit: number },
): Promise<ListedSkill[]> {
  const rows = await db.skill.findMany({
    where: listedSkills(now),
    select: { slug: true, publishedAt: true },
    orderBy: { slug: "asc" },
    skip: offset,
    take: limit,
  });
  return rows.map(({ slug, publishedAt }) => ({ slug, publishedAt: publishedAt ?? now }));
}

export function countListedSkills(db: Database, now: Date): Promise<number> {
  return db.skill.count({ where: listedSkills(now) });
}

/** The condition of search: something is published, and no draft is past its time. */
const listedSkills = (now: Date) => ({
  publishedAt: { not: null },
  OR: [
    { claimStatus: null },
    { claimStatus: "claimed" as const },
    { claimStatus: "draft" as const, claimExpiresAt: { gt: now } },
  ],
});
