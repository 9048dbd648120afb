import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

/** An earlier skill of another account. */
export interface SameContent {
  skillId: string;
  slug: string;
  publisher: string;
  publishedAt: Date;
}

/** The first skill of another account that was published with the content of a version before it was. */
export async function selectSameContent(db: Database, versionId: string): Promise<SameContent | null> {
  const [row] = await db.$queryRaw<SameContent[]>(sql`
    SELECT s."id" AS "skillId", s."slug", a."username" AS "publisher", e."published_at" AS "publishedAt"
    FROM "SkillVersions" v JOIN "Skills" own ON own."id" = v."skill_id"
    JOIN "SkillVersions" e ON e."content_digest" = v."content_digest" AND e."skill_id" <> v."skill_id"
      AND (e."published_at", e."id") < (v."published_at", v."id") AND e."yanked_at" IS NULL
    JOIN "Skills" s ON s."id" = e."skill_id" AND s."published_at" IS NOT NULL AND s."quarantined_at" IS NULL
      AND s."owner_id" IS DISTINCT FROM own."owner_id"
    JOIN "Accounts" a ON a."id" = s."owner_id"
    WHERE v."id" = ${versionId} ORDER BY e."published_at", e."id" LIMIT 1`);
  return row ?? null;
}

/** True the first time for a skill and an earlier one. */
export async function insertSameContent(
  db: Database,
  pair: { skillId: string; earlierSkillId: string; foundAt: Date },
): Promise<boolean> {
  return (await db.sameContent.createMany({ data: pair, skipDuplicates: true })).count === 1;
}
