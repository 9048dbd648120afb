import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { listedCondition } from "@/lib/catalogue/search/listed-sql";

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

const { sql } = Prisma;

export interface NewVersionRow {
  id: string;
  version: string;
  changelog: string | null;
  publishedAt: Date;
  slug: string;
  displayName: string;
  description: string;
  publisher: string | null;
}

/** Versions of listed skills that were published and not taken back, newest first; one query. */
export function selectNewVersions(
  db: Database,
  { slug, skillIds, now, limit }: { slug?: string; skillIds?: string[]; now: Date; limit: number },
): Promise<NewVersionRow[]> {
  const ofSkill = slug === undefined ? Prisma.empty : sql`AND s."slug" = ${slug}`;
  const ofSkills = skillIds === undefined ? Prisma.empty : sql`AND v."skill_id" = ANY(${skillIds}::text[])`;
  return db.$queryRaw<NewVersionRow[]>(sql`
    SELECT v."id", v."version", v."changelog", v."published_at" AS "publishedAt", s."slug", s."display_name" AS "displayName",
      s."description", o."username" AS "publisher"
    FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id" LEFT JOIN "Accounts" o ON o."id" = s."owner_id"
    WHERE v."published_at" IS NOT NULL AND v."yanked_at" IS NULL AND ${listedCondition(now)} ${ofSkill} ${ofSkills}
    ORDER BY v."published_at" DESC, v."id" DESC LIMIT ${limit}`);
}
