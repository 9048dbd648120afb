import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { usesSkillSql } from "@/lib/registry/statistics/users-sql";
import type { SkillAccess } from "@/lib/registry/views";
import type { CallObstacle } from "@/lib/skill-format/issues/call-obstacles";

const { sql } = Prisma;

export interface AccessRow {
  access: SkillAccess;
  /** Vetting has judged a version of it. */
  isJudged: boolean;
  /** Of the listed version, or of the last upload where none is listed; null where nothing was uploaded. */
  version: { id: string; version: string; packageDigest: string; obstacles: CallObstacle[] } | null;
}

/** What decides and tells of a change of a skill's access. */
export async function findAccess(db: Database, skillId: string): Promise<AccessRow> {
  const [row] = await db.$queryRaw<AccessRow[]>(sql`
    SELECT s."access"::text AS "access",
      EXISTS (SELECT 1 FROM "SkillVersions" j WHERE j."skill_id" = s."id" AND j."vetting_status" <> 'pending') AS "isJudged",
      (SELECT json_build_object('id', v."id", 'version', v."version", 'packageDigest', v."package_digest", 'obstacles', v."obstacles")
        FROM "SkillVersions" v WHERE v."skill_id" = s."id"
        ORDER BY (v."id" = s."latest_version_id") DESC NULLS LAST, v."created_at" DESC, v."id" DESC LIMIT 1) AS "version"
    FROM "Skills" s WHERE s."id" = ${skillId}`);
  if (!row) throw new Error(`skill ${skillId} is gone while it is held`);
  return row;
}

/** Of a skill that is held. */
export async function setAccess(db: Database, skillId: string, access: SkillAccess): Promise<void> {
  await db.skill.update({ where: { id: skillId }, data: { access }, select: { id: true } });
}

/** An own skill that something was uploaded to, and who sees it. */
export interface OwnAccess {
  slug: string;
  access: SkillAccess;
}

const MAX_OWN = 500;

/** Skills of some owners with their access, by their names. */
export function listOwnAccess(db: Database, ownerIds: readonly string[]): Promise<OwnAccess[]> {
  return db.skill.findMany({
    where: { ownerId: { in: [...ownerIds] }, versions: { some: {} } },
    orderBy: { slug: "asc" },
    take: MAX_OWN,
    select: { slug: true, access: true },
  });
}

/** A skill that is held until the transaction ends, and which change of access its users were last told of. */
export async function lockAccessNotice(
  db: Database,
  skillId: string,
): Promise<{ slug: string; notifiedAt: Date | null } | null> {
  const [row] = await db.$queryRaw<{ slug: string; notifiedAt: Date | null }[]>(sql`
    SELECT "slug", "access_notified_at" AS "notifiedAt" FROM "Skills" WHERE "id" = ${skillId} FOR NO KEY UPDATE`);
  return row ?? null;
}

export async function setAccessNotified(
  db: Database,
  skillId: string,
  accessNotifiedAt: Date,
): Promise<void> {
  await db.skill.update({ where: { id: skillId }, data: { accessNotifiedAt }, select: { id: true } });
}

/** Accounts but the owner's that use a skill, as far as that is known. */
export async function listUsers(db: Database, skillId: string, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT a."id" FROM "Accounts" a
    WHERE a."closed_at" IS NULL AND a."email_verified_at" IS NOT NULL AND ${usesSkillSql(skillId)}
      AND NOT EXISTS (SELECT 1 FROM "Skills" s WHERE s."id" = ${skillId} AND s."owner_id" = a."id")
    ORDER BY a."id" LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}
