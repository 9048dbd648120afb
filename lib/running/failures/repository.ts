import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { ownersActedForSql } from "@/lib/identity/organisations/members-sql";

const { sql } = Prisma;

/** Finished runs that failed for the skill's own fault. */
const ofTheSkill = sql`r."state" = 'FAILED' AND r."fault" = 'skill'`;

export interface FailureRow {
  runId: string;
  slug: string;
  version: string;
  paid: boolean;
  state: string;
  fault: string | null;
  failure: string | null;
  stderrTail: string | null;
  /** What its caller put in: to be taken out of what is shown. */
  input: unknown;
  finishedAt: Date;
  /** How many of its skill there were in the time that is looked at, paid ones among them. */
  ofSkill: number;
  paidOfSkill: number;
}

/** The newest failures of the skills of an account since a moment, one of each skill, the newest first. */
export function selectFailures(
  db: Database,
  { accountId, since, limit }: { accountId: string; since: Date; limit: number },
): Promise<FailureRow[]> {
  return db.$queryRaw<FailureRow[]>(sql`
    SELECT f.* FROM "Skills" s CROSS JOIN LATERAL (
      SELECT r."id" AS "runId", s."slug", v."version", r."grant_id" IS NOT NULL AS "paid", r."state"::text, r."fault", r."failure",
        r."stderr_tail" AS "stderrTail", r."input", r."finished_at" AS "finishedAt",
        (count(*) OVER ())::int AS "ofSkill", (count(r."grant_id") OVER ())::int AS "paidOfSkill"
      FROM "SkillVersions" v JOIN "Runs" r ON r."version_id" = v."id"
      WHERE v."skill_id" = s."id" AND r."started_at" > ${since} AND r."finished_at" IS NOT NULL AND ${ofTheSkill}
      ORDER BY r."finished_at" DESC, r."id" LIMIT 1) f
    WHERE s."owner_id" IN ${ownersActedForSql(accountId, "publish")} ORDER BY f."finishedAt" DESC LIMIT ${limit}`);
}

/** Which skill a version is of, and when its owner was last told of failed calls. */
export async function findNotified(
  db: Database,
  versionId: string,
): Promise<{ skillId: string; notifiedAt: Date | null } | null> {
  const row = await db.skillVersion.findUnique({
    where: { id: versionId },
    select: { skillId: true, skill: { select: { failuresNotifiedAt: true } } },
  });
  return row && { skillId: row.skillId, notifiedAt: row.skill.failuresNotifiedAt };
}

/** The same of a skill, which is held until the transaction ends; null for an unknown one. */
export async function lockNotified(
  db: Database,
  skillId: string,
): Promise<{ slug: string; notifiedAt: Date | null } | null> {
  const [row] = await db.$queryRaw<{ slug: string; notifiedAt: Date | null }[]>(sql`
    SELECT "slug", "failures_notified_at" AS "notifiedAt" FROM "Skills" WHERE "id" = ${skillId} FOR NO KEY UPDATE`);
  return row ?? null;
}

/** How many paid calls of a skill have failed since a moment, and what was said of the last one. */
export async function countPaidFailures(
  db: Database,
  skillId: string,
  since: Date,
): Promise<{ count: number; failure: string | null }> {
  const [row] = await db.$queryRaw<{ count: number; failure: string | null }[]>(sql`
    SELECT count(*)::int AS "count", (array_agg(r."failure" ORDER BY r."finished_at" DESC))[1] AS "failure"
    FROM "SkillVersions" v JOIN "Runs" r ON r."version_id" = v."id"
    WHERE v."skill_id" = ${skillId} AND r."started_at" > ${since}::timestamptz - interval '1 hour'
      AND r."finished_at" > ${since} AND r."grant_id" IS NOT NULL AND ${ofTheSkill}`);
  return row ?? { count: 0, failure: null };
}

export async function setNotified(db: Database, skillId: string, now: Date): Promise<void> {
  await db.skill.update({ where: { id: skillId }, data: { failuresNotifiedAt: now }, select: { id: true } });
}
