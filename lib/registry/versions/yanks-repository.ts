import type { Database } from "@/lib/db/client";

export interface StandingVersion {
  id: string;
  version: string;
  packageDigest: string;
  published: boolean;
  skillId: string;
  slug: string;
}

/** Every version of an owner's skills that is not withdrawn, published or not, held until the transaction ends. */
export function lockStandingVersions(db: Database, ownerId: string): Promise<StandingVersion[]> {
  return db.$queryRaw<StandingVersion[]>`
    SELECT v."id", v."version", v."package_digest" AS "packageDigest", v."published_at" IS NOT NULL AS "published",
      s."id" AS "skillId", s."slug"
    FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE s."owner_id" = ${ownerId} AND v."yanked_at" IS NULL
    ORDER BY v."skill_id", v."created_at", v."id" FOR UPDATE OF v`;
}

/** False when it was yanked before: the first reason stands. */
export async function setYanked(
  db: Database,
  id: string,
  yankedAt: Date,
  yankReason: string,
): Promise<boolean> {
  const { count } = await db.skillVersion.updateMany({
    where: { id, yankedAt: null },
    data: { yankedAt, yankReason },
  });
  return count === 1;
}

/**
 * As `setYanked`, for versions that are held and not yanked yet; as one parameter, since there may be more of them than
 * a statement has.
 */
export async function setAllYanked(
  db: Database,
  ids: readonly string[],
  yankedAt: Date,
  yankReason: string,
): Promise<void> {
  await db.$executeRaw`UPDATE "SkillVersions" SET "yanked_at" = ${yankedAt}, "yank_reason" = ${yankReason}
    WHERE "id" = ANY(${[...ids]}::text[])`;
}

export function findYanked(db: Database, id: string) {
  const select = { version: true, skillId: true, packageDigest: true, yankedAt: true, yankReason: true };
  return db.skillVersion.findUniqueOrThrow({ where: { id }, select });
}
