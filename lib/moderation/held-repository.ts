import type { Database } from "@/lib/db/client";
import { FINDINGS, OPINION } from "@/lib/db/finding-columns";
import { Prisma } from "@/lib/db/generated/client";
import type { CaseFilter } from "@/lib/registry/versions/case-filter";
import { caseConditionSql, caseOrderSql } from "@/lib/registry/versions/case-filter-sql";

const { sql } = Prisma;

const HELD = {
  id: true,
  version: true,
  createdAt: true,
  archiveDigest: true,
  packageDigest: true,
  packageSizeBytes: true,
  runtimeLanguage: true,
  skill: { select: { id: true, slug: true, ownerId: true, owner: { select: { username: true } } } },
  vettingJobs: {
    orderBy: { createdAt: "desc" },
    take: 1,
    select: {
      id: true,
      summary: true,
      engineVersion: true,
      finishedAt: true,
      findings: FINDINGS,
      opinion: OPINION,
    },
  },
} satisfies Prisma.SkillVersionSelect;

export type HeldVersionRow = Prisma.SkillVersionGetPayload<{ select: typeof HELD }>;

/** Uploads `v` of skills `s` that vetting holds. */
const quarantinedSql = sql`FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
  WHERE v."vetting_status" = 'caution' AND v."yanked_at" IS NULL`;

/** Uploads in quarantine that a filter asks for, longest waiting first. */
export async function listQuarantinedVersions(
  db: Database,
  { filter, limit }: { filter: CaseFilter; limit: number },
): Promise<HeldVersionRow[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(
    sql`SELECT v."id" ${quarantinedSql} AND ${caseConditionSql(filter)}
      ORDER BY ${caseOrderSql(filter)}v."created_at", v."id" LIMIT ${limit}`,
  );
  return inOrder(db, rows);
}

async function inOrder(db: Database, rows: readonly { id: string }[]): Promise<HeldVersionRow[]> {
  const ids = rows.map(({ id }) => id);
  const found = await db.skillVersion.findMany({ where: { id: { in: ids } }, select: HELD });
  return found.toSorted((left, right) => ids.indexOf(left.id) - ids.indexOf(right.id));
}

/** One version with what vetting said of it, and why it waits, if it does; null for an unknown id. */
export async function findCaseRow(
  db: Database,
  id: string,
): Promise<{ row: HeldVersionRow; waits: "held" | "doubted" | null } | null> {
  const row = await db.skillVersion.findUnique({ where: { id }, select: HELD });
  if (row === null) return null;
  const [waits] = await db.$queryRaw<{ kind: "held" | "doubted" }[]>(
    sql`SELECT 'held' AS "kind" ${quarantinedSql} AND v."id" = ${id}
      UNION ALL SELECT 'doubted' ${heldSql} AND v."id" = ${id}`,
  );
  return { row, waits: waits?.kind ?? null };
}

/** Whose the skills of versions are; unknown ids are left out. */
export async function listOwnersOfVersions(
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; name: string; ownerId: string | null }[]> {
  const rows = await db.skillVersion.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, skill: { select: { slug: true, ownerId: true } } },
  });
  return rows.map(({ id, skill: { slug: name, ownerId } }) => ({ id, name, ownerId }));
}

/**
 * Listed versions `v` of skills `s` whose newest vetting `j` came after they were listed and would not approve them, and
 * about which no administrator has decided since.
 */
export const heldSql = sql`FROM "VettingJobs" j JOIN "SkillVersions" v ON v."id" = j."version_id" JOIN "Skills" s ON s."id" = v."skill_id"
  WHERE j."vetting_status" IN ('caution', 'rejected') AND j."job_status" = 'done' AND j."finished_at" > v."published_at"
    AND v."vetting_status" = 'approved' AND v."yanked_at" IS NULL AND s."quarantined_at" IS NULL
    AND NOT EXISTS (SELECT 1 FROM "VettingJobs" n WHERE n."version_id" = v."id" AND n."job_status" = 'done' AND n."created_at" > j."created_at")
    AND NOT EXISTS (SELECT 1 FROM "Events" e WHERE e."subject_id" = v."id" AND e."kind" = 'version:decided' AND e."occurred_at" >= j."finished_at")`;

/** Those versions that a filter asks for, longest waiting first. */
export async function findHeldVersions(
  db: Database,
  { filter, limit }: { filter: CaseFilter; limit: number },
): Promise<HeldVersionRow[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(
    sql`SELECT v."id" ${heldSql} AND ${caseConditionSql(filter)}
      ORDER BY ${caseOrderSql(filter)}j."finished_at", v."id" LIMIT ${limit}`,
  );
  return inOrder(db, rows);
}

/** Such a version, held until the end of the transaction so that it is decided about once; null where it is none. */
export async function lockHeld(
  db: Database,
  versionId: string,
): Promise<{ skillId: string; slug: string; version: string } | null> {
  await db.$queryRaw(sql`SELECT 1 FROM "SkillVersions" WHERE "id" = ${versionId} FOR UPDATE`);
  const [row] = await db.$queryRaw<{ skillId: string; slug: string; version: string }[]>(
    sql`SELECT s."id" AS "skillId", s."slug", v."version" ${heldSql} AND v."id" = ${versionId}`,
  );
  return row ?? null;
}

export interface RuleOutcome {
  /** Of the gravest finding that held a version; null where none did. */
  code: string | null;
  outcome: "waiting" | "let-through" | "right";
  count: number;
}

/**
 * What became of the versions that an engine of this first number held or rejected, by the one reason that administrators are
 * shown (`decideVerdict` of lib/vetting says which findings hold). A rejection counts once its appeal is answered.
 */
export function countOutcomes(db: Database, engine: string): Promise<RuleOutcome[]> {
  return db.$queryRaw<RuleOutcome[]>(sql`
    SELECT f."code", coalesce(d."outcome", 'waiting') AS "outcome", count(*)::int AS "count"
    FROM "VettingJobs" j JOIN "SkillVersions" v ON v."id" = j."version_id"
    LEFT JOIN LATERAL (SELECT "code" FROM "VettingFindings" WHERE "job_id" = j."id"
        AND ("severity" = 'high' OR ("severity" = 'medium' AND "confidence" = 'strong')) ORDER BY "position" LIMIT 1) f ON TRUE
    LEFT JOIN LATERAL (
      SELECT CASE WHEN x."said" IN ('approve', 'keep', 'granted') THEN 'let-through' ELSE 'right' END AS "outcome" FROM (
        SELECT e."data"->>'decision' AS "said", e."occurred_at" AS "at" FROM "Events" e
          WHERE e."subject_id" = v."id" AND e."kind" = 'version:decided'
        UNION ALL SELECT a."state", a."decided_at" FROM "Appeals" a
          WHERE a."version_id" = v."id" AND a."state" IN ('granted', 'denied')) x
      WHERE x."at" >= j."finished_at" AND NOT EXISTS (SELECT 1 FROM "VettingJobs" n WHERE n."version_id" = v."id"
        AND n."job_status" = 'done' AND n."created_at" > j."created_at" AND n."finished_at" <= x."at")
      ORDER BY x."at" DESC LIMIT 1) d ON TRUE
    WHERE j."vetting_status" IN ('caution', 'rejected') AND j."job_status" = 'done' AND j."engine_version" LIKE ${`${engine}.%`}
      AND (j."vetting_status" = 'caution' OR d."outcome" IS NOT NULL OR j."finished_at" > v."published_at")
    GROUP BY 1, 2`);
}
