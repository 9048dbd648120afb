import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { DayWindow } from "@/lib/kernel/day-window";

const { sql } = Prisma;

export interface CallDay {
  day: number;
  calls: number;
  /** Finished calls that failed for the skill's own fault. */
  failed: number;
}

/** Finished calls of an account's skills on each UTC day that had any; day 0 is the first of the period before. */
export function selectCallDays(db: Database, ownerId: string, window: DayWindow): Promise<CallDay[]> {
  return db.$queryRaw<CallDay[]>(sql`
    SELECT ${dayOf(sql`r."started_at"`, window)} AS "day", (count(*) FILTER (WHERE r."state" = 'DONE'))::int AS "calls",
      (count(*) FILTER (WHERE r."state" = 'FAILED'))::int AS "failed"
    FROM "Skills" s JOIN "SkillVersions" v ON v."skill_id" = s."id" JOIN "Runs" r ON r."version_id" = v."id"
    WHERE s."owner_id" = ${ownerId} AND ${within(sql`r."started_at"`, window)} AND r."state" <> 'RUNNING'
      AND r."fault" IS DISTINCT FROM 'caller' AND r."fault" IS DISTINCT FROM 'platform'
    GROUP BY 1`);
}

/** Counted downloads of an account's skills on each UTC day that had any. */
export function selectDownloadDays(
  db: Database,
  ownerId: string,
  window: DayWindow,
): Promise<{ day: number; amount: number }[]> {
  return db.$queryRaw<{ day: number; amount: number }[]>(sql`
    SELECT ${dayOf(sql`n."occurred_at"`, window)} AS "day", count(*)::int AS "amount"
    FROM "Skills" s JOIN "Downloads" n ON n."skill_id" = s."id"
    WHERE s."owner_id" = ${ownerId} AND ${within(sql`n."occurred_at"`, window)} GROUP BY 1`);
}

export interface Release {
  /** Day of the period, from 0. */
  day: number;
  slug: string;
  version: string;
}

/** Versions an account published within the period, oldest first. */
export function selectReleases(
  db: Database,
  ownerId: string,
  { start, days }: DayWindow,
  limit: number,
): Promise<Release[]> {
  return db.$queryRaw<Release[]>(sql`
    SELECT floor(extract(epoch FROM (v."published_at" - ${start}::timestamptz)) / 86400)::int AS "day", s."slug", v."version"
    FROM "Skills" s JOIN "SkillVersions" v ON v."skill_id" = s."id"
    WHERE s."owner_id" = ${ownerId} AND v."published_at" >= ${start}
      AND v."published_at" < ${start}::timestamptz + ${days}::int * interval '1 day'
    ORDER BY v."published_at" DESC LIMIT ${limit}`);
}

function dayOf(moment: Prisma.Sql, { before }: DayWindow): Prisma.Sql {
  return sql`floor(extract(epoch FROM (${moment} - ${before}::timestamptz)) / 86400)::int`;
}

function within(moment: Prisma.Sql, { before, beforeEnd, start }: DayWindow): Prisma.Sql {
  return sql`${moment} >= ${before} AND (${moment} < ${beforeEnd} OR ${moment} >= ${start})`;
}
