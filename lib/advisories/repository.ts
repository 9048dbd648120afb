import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { iso } from "@/lib/db/iso-sql";
import { isCalledSql } from "@/lib/registry/names/called-sql";
import type { AdvisoryKind, AdvisorySeverity } from "@/lib/advisories/kinds";

const { sql } = Prisma;

/**
 * Takes the next number of a year. The row stays locked until the transaction ends, so numbers follow each other
 * without gaps.
 */
export async function takeNumber(db: Database, year: number): Promise<number> {
  const { size } = await db.advisoryYear.upsert({
    where: { year },
    create: { year, size: 1 },
    update: { size: { increment: 1 } },
  });
  return size;
}

/** A published version that an advisory can be about. */
export interface SubjectRow {
  versionId: string;
  skillId: string;
  slug: string;
  version: string;
  packageDigest: string;
}

/** What an advisory is about: versions, with the patches that carry their audits if asked for, or a whole skill. */
export type Subjects = { versionIds: readonly string[]; withPatches?: boolean } | { skillId: string };

/** Those of the versions that were published, withdrawn since or not, oldest first. Of a private skill nobody is warned in public. */
export function listSubjects(db: Database, subjects: Subjects): Promise<SubjectRow[]> {
  return db.$queryRaw<SubjectRow[]>(sql`
    SELECT v."id" AS "versionId", v."skill_id" AS "skillId", s."slug", v."version", v."package_digest" AS "packageDigest"
    FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE v."published_at" IS NOT NULL AND s."access" <> 'private' AND ${isSubject(subjects)} ORDER BY v."published_at", v."id"`);
}

function isSubject(subjects: Subjects): Prisma.Sql {
  if ("skillId" in subjects) return sql`v."skill_id" = ${subjects.skillId}`;
  const ids = [...subjects.versionIds];
  const named = sql`v."id" = ANY(${ids}::text[])`;
  return subjects.withPatches ? sql`(${named} OR v."audit_carried_from_id" = ANY(${ids}::text[]))` : named;
}

const COLUMNS = {
  id: true,
  kind: true,
  causeId: true,
  skillId: true,
  slug: true,
  severity: true,
  summary: true,
  details: true,
  whatToDo: true,
  reason: true,
  appeal: true,
  verifier: true,
  accountId: true,
  statement: true,
  happenedAt: true,
  publishedAt: true,
  modifiedAt: true,
  withdrawnAt: true,
  withdrawReason: true,
  document: true,
  versions: {
    orderBy: { versionId: "asc" },
    select: { versionId: true, version: true, packageDigest: true },
  },
} satisfies Prisma.AdvisorySelect;

/** A stored advisory with the versions it is about. */
export type AdvisoryRow = Omit<Prisma.AdvisoryGetPayload<{ select: typeof COLUMNS }>, "kind" | "severity"> & {
  kind: AdvisoryKind;
  severity: AdvisorySeverity;
};

// Kind and severity are written by this room alone, from its own lists.
const asRow = (row: Prisma.AdvisoryGetPayload<{ select: typeof COLUMNS }>) => row as AdvisoryRow;

export interface NewAdvisoryRow extends Omit<Prisma.AdvisoryCreateManyInput, "previousNumber"> {
  kind: AdvisoryKind;
  severity: AdvisorySeverity;
}

/** Violates a unique constraint for a cause that has one already. */
export async function insertAdvisory(
  db: Database,
  advisory: NewAdvisoryRow,
  versions: readonly SubjectRow[],
): Promise<void> {
  const previousNumber = advisory.number === 1 ? null : advisory.number - 1;
  await db.advisory.createMany({ data: [{ ...advisory, previousNumber }] });
  await db.advisoryVersion.createMany({
    data: versions.map(({ versionId, skillId, version, packageDigest }) => {
      return { advisoryId: advisory.id, versionId, skillId, version, packageDigest };
    }),
  });
}

export async function findAdvisoryOfCause(
  db: Database,
  { kind, causeId }: { kind: AdvisoryKind; causeId: string },
): Promise<AdvisoryRow | null> {
  const row = await db.advisory.findUnique({ where: { kind_causeId: { kind, causeId } }, select: COLUMNS });
  return row && asRow(row);
}

export async function findAdvisory(db: Database, id: string): Promise<AdvisoryRow | null> {
  const row = await db.advisory.findUnique({ where: { id }, select: COLUMNS });
  return row && asRow(row);
}

/** False when it was withdrawn before: the first moment and reason stand. */
export async function setWithdrawn(
  db: Database,
  id: string,
  { at, reason, document }: { at: Date; reason: string; document: string },
): Promise<boolean> {
  const { count } = await db.advisory.updateMany({
    where: { id, withdrawnAt: null },
    data: { withdrawnAt: at, modifiedAt: at, withdrawReason: reason, document },
  });
  return count === 1;
}

export interface AdvisoryPage {
  /** Those changed at this moment or later. */
  since?: Date | undefined;
  /** Name or id of a skill. */
  skill?: string | undefined;
  /** Those after this one, in the order of the list. */
  after?: { modifiedAt: Date; id: string } | undefined;
  take: number;
}

/** Advisories, the one that changed last first. */
export async function listAdvisoryRows(
  db: Database,
  { since, skill, after, take }: AdvisoryPage,
): Promise<AdvisoryRow[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT a."id" FROM "Advisories" a WHERE TRUE
      ${since === undefined ? Prisma.empty : sql`AND a."modified_at" >= ${since}`}
      ${skill === undefined ? Prisma.empty : sql`AND a."skill_id" = (SELECT s."id" FROM "Skills" s WHERE ${isCalledSql(skill)})`}
      ${after === undefined ? Prisma.empty : sql`AND (a."modified_at", a."id") < (${after.modifiedAt}, ${after.id})`}
    ORDER BY a."modified_at" DESC, a."id" DESC LIMIT ${take}`);
  const ids = rows.map(({ id }) => id);
  const found = await db.advisory.findMany({ where: { id: { in: ids } }, select: COLUMNS });
  const byId = new Map(found.map((row) => [row.id, asRow(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** One of the copies that are asked about. */
export interface AskedCopy {
  skill: string;
  version: string | null;
  digest: string | null;
}

/**
 * Which advisories are about which of the copies, by their place in the list, the newest first. One query: a digest is
 * enough by itself; a name, present or former, together with the version.
 */
export function listMatches(
  db: Database,
  copies: readonly AskedCopy[],
): Promise<{ place: number; id: string }[]> {
  const skills = copies.map(({ skill }) => skill);
  const versions = copies.map(({ version }) => version);
  const digests = copies.map(({ digest }) => digest);
  return db.$queryRaw<{ place: number; id: string }[]>(sql`
    WITH asked AS (
      SELECT (q."place" - 1)::int AS "place", q."version", q."digest", coalesce(s."id", n."skill_id") AS "skill_id"
      FROM unnest(${skills}::text[], ${versions}::text[], ${digests}::text[])
        WITH ORDINALITY q ("skill", "version", "digest", "place")
      LEFT JOIN "Skills" s ON s."slug" = q."skill"
      LEFT JOIN "SkillNames" n ON n."name" = q."skill" AND n."borne_at" IS NOT NULL)
    SELECT DISTINCT m."place", m."id", a."published_at" FROM (
      SELECT q."place", w."advisory_id" AS "id" FROM asked q JOIN "AdvisoryVersions" w ON w."package_digest" = q."digest"
      UNION SELECT q."place", w."advisory_id" FROM asked q
        JOIN "AdvisoryVersions" w ON w."skill_id" = q."skill_id" AND w."version" = q."version") m
    JOIN "Advisories" a ON a."id" = m."id" ORDER BY m."place", a."published_at" DESC, m."id" DESC`);
}

export async function listAdvisoriesById(db: Database, ids: readonly string[]): Promise<AdvisoryRow[]> {
  const rows = await db.advisory.findMany({ where: { id: { in: [...ids] } }, select: COLUMNS });
  return rows.map(asRow);
}

/** A cause from before there were advisories, or one that has none for another reason. */
export interface CauseRow {
  kind: "skill-quarantined" | "challenge-upheld" | "seal-revoked" | "version-withdrawn";
  causeId: string;
  skillId: string;
  versionId: string | null;
  reason: string;
  happenedAt: Date;
}

/**
 * Quarantines in force, upheld challenges, revoked seals and withdrawn versions without an advisory, oldest first;
 * those withdrawn for one of the reasons `without` are left out.
 */
export function listCausesWithout(
  db: Database,
  { without, limit }: { without: readonly string[]; limit: number },
): Promise<CauseRow[]> {
  return db.$queryRaw<CauseRow[]>(sql`
    SELECT * FROM (
      SELECT 'skill-quarantined' AS "kind", s."id" || '@' || ${iso(sql`s."quarantined_at"`)} AS "causeId", s."id" AS "skillId",
        NULL AS "versionId", s."quarantine_reason" AS "reason", s."quarantined_at" AS "happenedAt"
      FROM "Skills" s WHERE s."quarantined_at" IS NOT NULL
        AND EXISTS (SELECT 1 FROM "SkillVersions" v WHERE v."skill_id" = s."id" AND v."published_at" IS NOT NULL)
      UNION ALL SELECT 'challenge-upheld', x."id", v."skill_id", v."id", coalesce(x."outcome", x."claim"), x."decided_at"
      FROM "Challenges" x JOIN "SkillVersions" v ON v."id" = x."version_id" WHERE x."state" = 'upheld' AND v."published_at" IS NOT NULL
      UNION ALL SELECT 'seal-revoked', a."id", v."skill_id", v."id", coalesce(a."revoke_reason", ''), a."revoked_at"
      FROM "Audits" a JOIN "SkillVersions" v ON v."id" = a."version_id"
      WHERE a."verdict" = 'seal' AND a."revoked_at" IS NOT NULL AND v."published_at" IS NOT NULL
      UNION ALL SELECT 'version-withdrawn', v."id", v."skill_id", v."id", coalesce(v."yank_reason", ''), v."yanked_at"
      FROM "SkillVersions" v WHERE v."yanked_at" IS NOT NULL AND v."published_at" IS NOT NULL
        AND NOT coalesce(v."yank_reason", '') = ANY(${[...without]}::text[])
    ) c WHERE NOT EXISTS (SELECT 1 FROM "Skills" p WHERE p."id" = c."skillId" AND p."access" = 'private')
      AND NOT EXISTS (SELECT 1 FROM "Advisories" a WHERE a."kind" = c."kind" AND a."cause_id" = c."causeId")
      AND NOT (c."kind" = 'version-withdrawn' AND EXISTS (
        SELECT 1 FROM "Advisories" a WHERE a."kind" = 'secret-exposed' AND a."cause_id" = c."causeId"))
    ORDER BY c."happenedAt", c."causeId" LIMIT ${limit}`);
}
