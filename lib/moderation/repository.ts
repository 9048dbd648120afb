import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { findCalledSkill } from "@/lib/registry/names/find-name";
import { heldSql } from "@/lib/moderation/held-repository";
import type { Waiting } from "@/lib/moderation/waiting";

/** What is read of a skill that a decision is about. */
export const MODERATED_SKILL = {
  id: true,
  slug: true,
  ownerId: true,
  latestVersionId: true,
  quarantinedAt: true,
  quarantineReason: true,
} satisfies Prisma.SkillSelect;

export type ModeratedSkill = Prisma.SkillGetPayload<{ select: typeof MODERATED_SKILL }>;

export async function findModeratedSkill(db: Database, slugOrId: string): Promise<ModeratedSkill | null> {
  const found = await findCalledSkill(db, slugOrId);
  return found && db.skill.findUnique({ where: { id: found.id }, select: MODERATED_SKILL });
}

export interface Decision {
  state: string;
  decision: string;
  decidedById: string;
  decidedAt: Date;
}

const QUARANTINED = {
  ...MODERATED_SKILL,
  owner: { select: { username: true } },
} satisfies Prisma.SkillSelect;

export type QuarantinedSkillRow = Prisma.SkillGetPayload<{ select: typeof QUARANTINED }>;

export function listQuarantinedSkills(db: Database, limit: number): Promise<QuarantinedSkillRow[]> {
  return db.skill.findMany({
    where: { quarantinedAt: { not: null } },
    orderBy: { quarantinedAt: "desc" },
    take: limit,
    select: QUARANTINED,
  });
}

export function findVersionToAppeal(
  db: Database,
  skillId: string,
  version: string,
): Promise<{ id: string; vettingStatus: string } | null> {
  return db.skillVersion.findUnique({
    where: { skillId_version: { skillId, version } },
    select: { id: true, vettingStatus: true },
  });
}

export async function countWaitingRows(db: Database): Promise<Waiting> {
  const [row] = await db.$queryRaw<Waiting[]>(Prisma.sql`SELECT
    (SELECT count(*)::int FROM "SkillVersions" WHERE "vetting_status" = 'caution' AND "yanked_at" IS NULL)
      + (SELECT count(*)::int ${heldSql}) AS "overview",
    (SELECT count(*)::int FROM "Challenges" WHERE "state" = 'open')
      + (SELECT count(*)::int FROM "VerifierApplications" WHERE "state" = 'open') AS "audits",
    (SELECT count(*)::int FROM "Reports" WHERE "state" = 'open')
      + (SELECT count(*)::int FROM "SetReports" WHERE "state" = 'open')
      + (SELECT count(*)::int FROM "Appeals" WHERE "state" = 'open') AS "reports"`);
  return row ?? { overview: 0, audits: 0, reports: 0 };
}

export interface WaitingRow {
  kind: "version" | "doubt" | "report" | "appeal";
  id: string;
  skillId: string;
  slug: string;
  since: Date;
}

/** Held uploads, doubted versions, open reports and open appeals, at most `limit` of each, longest waiting first; one query. */
export function listWaitingRows(db: Database, limit: number): Promise<WaitingRow[]> {
  return db.$queryRaw<WaitingRow[]>(Prisma.sql`
    SELECT w."kind", w."id", w."skill_id" AS "skillId", s."slug", w."since" FROM (
      (SELECT 'version' AS "kind", "id", "skill_id", "created_at" AS "since" FROM "SkillVersions"
        WHERE "vetting_status" = 'caution' AND "yanked_at" IS NULL ORDER BY "created_at" LIMIT ${limit})
      UNION ALL (SELECT 'doubt', v."id", v."skill_id", j."finished_at" ${heldSql} ORDER BY j."finished_at" LIMIT ${limit})
      UNION ALL (SELECT 'report', "id", "skill_id", "created_at" FROM "Reports"
        WHERE "state" = 'open' ORDER BY "created_at", "id" LIMIT ${limit})
      UNION ALL (SELECT 'appeal', "id", "skill_id", "created_at" FROM "Appeals"
        WHERE "state" = 'open' ORDER BY "created_at", "id" LIMIT ${limit})
    ) w JOIN "Skills" s ON s."id" = w."skill_id" ORDER BY w."since", w."id"`);
}

/** The newest decision of an administrator about a version that vetting held. */
export function findDecisionEvent(
  db: Database,
  versionId: string,
): Promise<{ data: Prisma.JsonValue; occurredAt: Date } | null> {
  return db.event.findFirst({
    where: {
      subjectId: versionId,
      kind: "version:decided",
      OR: ["approve", "reject"].map((decision) => ({ data: { path: ["decision"], equals: decision } })),
    },
    orderBy: [{ occurredAt: "desc" }, { id: "desc" }],
    select: { data: true, occurredAt: true },
  });
}

export interface DecidedRow {
  kind: "report:decided" | "set:report-decided" | "set:withdrawn";
  /** Of the skill or set. */
  name: string;
  reason: string;
  decidedAt: Date;
}

/**
 * What others decided since a moment about skills and sets of an account without a page of its own to say so: reports upheld that took
 * nothing away, and sets that were withdrawn; newest first. One query.
 */
export function listDecidedRows(
  db: Database,
  { ownerId, since, limit }: { ownerId: string; since: Date; limit: number },
): Promise<DecidedRow[]> {
  return db.$queryRaw<DecidedRow[]>(Prisma.sql`
    SELECT e."kind", o."name", coalesce(e."data"->>'reason', '') AS "reason", e."occurred_at" AS "decidedAt"
    FROM (SELECT "id", "slug" AS "name" FROM "Skills" WHERE "owner_id" = ${ownerId}
      UNION ALL SELECT "id", "name" FROM "SkillSets" WHERE "owner_id" = ${ownerId}) o
    JOIN "Events" e ON e."subject_id" = o."id"
    WHERE e."occurred_at" >= ${since} AND e."actor" IS DISTINCT FROM ${ownerId}
      AND (e."kind" = 'set:withdrawn'
        OR (e."kind" IN ('report:decided', 'set:report-decided') AND e."data"->>'decision' = 'uphold'))
    ORDER BY e."occurred_at" DESC, e."id" DESC LIMIT ${limit}`);
}

/** True when it was not in quarantine (set) or was in it (null) before. The listing is the caller's to refresh. */
export async function setQuarantine(
  db: Database,
  id: string,
  quarantine: { at: Date; reason: string } | null,
): Promise<boolean> {
  const { count } = await db.skill.updateMany({
    where: { id, quarantinedAt: quarantine ? null : { not: null } },
    data: quarantine
      ? { quarantinedAt: quarantine.at, quarantineReason: quarantine.reason, publishedAt: null }
      : { quarantinedAt: null, quarantineReason: null },
  });
  return count === 1;
}

/** Asked of the database, so that a role that was taken away counts at once. */
export async function isAdministrator(db: Database, accountId: string): Promise<boolean> {
  return (await db.account.count({ where: { id: accountId, role: "administrator", closedAt: null } })) === 1;
}

export interface HiddenQuestionRow {
  /** Folded. */
  query: string;
  displayQuery: string;
  reason: string;
  hiddenAt: Date;
}

/** False where it is hidden already. */
export async function insertHidden(db: Database, row: HiddenQuestionRow): Promise<boolean> {
  return (await db.hiddenQuestion.createMany({ data: row, skipDuplicates: true })).count === 1;
}

/** False where it is not hidden. */
export async function deleteHidden(db: Database, query: string): Promise<boolean> {
  return (await db.hiddenQuestion.deleteMany({ where: { query } })).count === 1;
}

export function listHidden(db: Database, limit: number): Promise<HiddenQuestionRow[]> {
  return db.hiddenQuestion.findMany({ orderBy: { hiddenAt: "desc" }, take: limit });
}
