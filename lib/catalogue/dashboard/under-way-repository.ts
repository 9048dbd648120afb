import { ICON_PATH } from "@/lib/package";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { lastVerdict, isObjection, unpassedSql } from "@/lib/catalogue/dashboard/attention-sql";

const { sql } = Prisma;

/** A version that the market is still at work on. */
export interface UnfinishedVersion {
  id: string;
  slug: string;
  version: string;
  /** Vetting is over, and it is listed; its examples were never replayed. */
  listed: boolean;
  since: Date;
}

/**
 * Versions that an account uploaded, or that are of its skills, while vetting is at work on them, and those listed whose
 * examples were not replayed yet; the newest first.
 */
export async function listUnfinishedVersions(
  db: Database,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<UnfinishedVersion[]> {
  const rows = await db.skillVersion.findMany({
    where: {
      AND: [
        { OR: [{ skill: { ownerId: accountId } }, { uploadedById: accountId }] },
        {
          OR: [
            { vettingStatus: "pending" },
            { publishedAt: { not: null }, examplesTotal: { gt: 0 }, examplesCheckedAt: null },
          ],
        },
      ],
      yankedAt: null,
      skill: { quarantinedAt: null },
    },
    orderBy: { createdAt: "desc" },
    take: limit,
    select: {
      id: true,
      version: true,
      publishedAt: true,
      createdAt: true,
      skill: { select: { slug: true } },
    },
  });
  return rows.map(({ id, version, publishedAt, createdAt, skill }) => ({
    id,
    version,
    slug: skill.slug,
    listed: publishedAt !== null,
    since: publishedAt ?? createdAt,
  }));
}

/** What a version declares, and what became of it; null for an unknown id. */
export async function findVersionWork(db: Database, id: string) {
  const row = await db.skillVersion.findUnique({
    where: { id },
    select: {
      examplesTotal: true,
      examplesProven: true,
      examplesCheckedAt: true,
      convertsTo: true,
      _count: { select: { exampleReplays: { where: { state: "not_run" } } } },
    },
  });
  if (!row) return null;
  const { convertsTo, _count, ...facts } = row;
  return { ...facts, platforms: convertsTo.length, notRun: _count.exampleReplays };
}

/** What a version is compared with, which audit it carries, and whether it has an icon; null for an unknown id. */
export function findVersionDuty(db: Database, id: string) {
  return db.skillVersion.findUnique({
    where: { id },
    select: {
      requiredBump: true,
      differences: true,
      previousVersion: { select: { version: true } },
      auditCarriedFrom: { select: { version: true } },
      auditAskedAt: true,
      iconDigest: true,
      files: { where: { path: ICON_PATH }, select: { path: true } },
    },
  });
}

export type AttentionKind =
  | "quarantined"
  | "offered"
  | "invited"
  | "rejected"
  | "caution"
  | "unrun"
  | "failing"
  | "drifted"
  | "challenged"
  | "overturned"
  | "objected"
  | "answered"
  | "reviewed";

export interface AttentionRow {
  kind: AttentionKind;
  slug: string;
  version: string | null;
  versionId: string | null;
  /** Position of the first example, or how many reviews. */
  number: number | null;
  at: Date;
}

/**
 * What an account should look at: skills that others offer or invite to, and of its own: skills in quarantine, versions
 * that did not pass (as well its uploads to skills it maintains), listed versions whose price is not in force as they have
 * not run and are not about to, examples that stopped being proven, open challenges,
 * listed versions that a verifier read and did not seal, appeals granted, challenges upheld and reviews since
 * `reviewsSince`. One query, the gravest first.
 */
export function listAttentionRows(
  db: Database,
  { ownerId, now, reviewsSince, limit }: { ownerId: string; now: Date; reviewsSince: Date; limit: number },
): Promise<AttentionRow[]> {
  const own = sql`"Skills" s WHERE s."owner_id" = ${ownerId}`;
  return db.$queryRaw<AttentionRow[]>(sql`
    SELECT "kind", "slug", "version", "versionId", "number", "at" FROM (
      SELECT 0 AS rank, 'quarantined' AS "kind", s."slug", NULL AS "version", NULL AS "versionId", NULL::int AS "number",
        s."quarantined_at" AS "at" FROM ${own} AND s."quarantined_at" IS NOT NULL
      UNION ALL
      ${unpassedSql(sql`"Skills" s`, sql`s."owner_id" = ${ownerId}`)}
      UNION ALL
      ${unpassedSql(
        sql`"SkillMaintainers" m JOIN "Skills" s ON s."id" = m."skill_id"`,
        sql`m."account_id" = ${ownerId} AND m."state" = 'active' AND v."uploaded_by_id" = ${ownerId}`,
      )}
      UNION ALL
      SELECT 2, 'offered', s."slug", NULL, NULL, NULL, t."expires_at"
        FROM "SkillTransfers" t JOIN "Skills" s ON s."id" = t."skill_id"
        WHERE t."to_id" = ${ownerId} AND t."state" = 'offered' AND t."expires_at" > ${now}
      UNION ALL
      SELECT 2, 'invited', s."slug", NULL, NULL, NULL, m."expires_at"
        FROM "SkillMaintainers" m JOIN "Skills" s ON s."id" = m."skill_id"
        WHERE m."account_id" = ${ownerId} AND m."state" = 'invited' AND m."expires_at" > ${now}
      UNION ALL
      SELECT 2, 'challenged', s."slug", v."version", v."id", NULL, c."deadline"
        FROM "Skills" s JOIN "SkillVersions" v ON v."skill_id" = s."id"
        JOIN "Challenges" c ON c."version_id" = v."id" AND c."state" = 'open' WHERE s."owner_id" = ${ownerId}
      UNION ALL
      SELECT 3, 'unrun', s."slug", v."version", v."id", NULL, v."published_at"
        FROM "Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id"
        WHERE s."owner_id" = ${ownerId} AND v."obstacles" @> '[{"code": "CALL_NOT_RUN"}]'
          AND (v."examples_total" = 0 OR v."examples_checked_at" IS NOT NULL)
      UNION ALL
      SELECT 3, CASE WHEN bool_or(r."state" = 'failing') THEN 'failing' ELSE 'drifted' END, s."slug", v."version", v."id", min(r."position"), min(r."replayed_at")
        FROM "Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id"
        JOIN "ExampleReplays" r ON r."version_id" = v."id" AND r."state" IN ('failing', 'drifted')
        WHERE s."owner_id" = ${ownerId} GROUP BY s."slug", v."version", v."id"
      UNION ALL
      SELECT 3, 'objected', s."slug", v."version", v."id", NULL, a."issued_at"
        FROM "Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id" CROSS JOIN LATERAL ${lastVerdict} a
        WHERE s."owner_id" = ${ownerId} AND ${isObjection}
          AND NOT EXISTS (SELECT 1 FROM "Challenges" x WHERE x."audit_id" = a."id" AND x."state" = 'open')
      UNION ALL
      SELECT 3, 'overturned', s."slug", v."version", v."id", NULL, max(c."decided_at")
        FROM "Skills" s JOIN "SkillVersions" v ON v."skill_id" = s."id"
        JOIN "Challenges" c ON c."version_id" = v."id" AND c."state" = 'upheld' AND c."decided_at" >= ${reviewsSince}
        WHERE s."owner_id" = ${ownerId} GROUP BY s."slug", v."version", v."id"
      UNION ALL
      SELECT 5, 'answered', s."slug", NULL, NULL, NULL, max(p."decided_at")
        FROM "Skills" s JOIN "Appeals" p ON p."skill_id" = s."id" AND p."account_id" = s."owner_id"
        WHERE s."owner_id" = ${ownerId} AND p."version_id" IS NULL AND p."state" = 'granted'
          AND p."decided_at" >= ${reviewsSince} AND s."quarantined_at" IS NULL GROUP BY s."slug"
      UNION ALL
      SELECT 5, 'reviewed', s."slug", NULL, NULL, count(*)::int, max(w."updated_at")
        FROM "Skills" s JOIN "Reviews" w ON w."skill_id" = s."id" AND w."updated_at" >= ${reviewsSince}
        WHERE s."owner_id" = ${ownerId} GROUP BY s."slug"
    ) a ORDER BY a.rank, a."at" DESC LIMIT ${limit}`);
}
