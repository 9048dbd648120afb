import { countAuditedSql } from "@/lib/audits/audit-state-sql";
import { DAY_MS } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { callsByDayOf } from "@/lib/catalogue/skill-page/detail-repository";
import type { HomeView } from "@/lib/registry/views";
import { listedCondition } from "@/lib/search/conditions-sql";
import { isOfPrivateSql } from "@/lib/registry/access/shown-sql";

const { sql } = Prisma;

export interface HomeNumbers extends Omit<HomeView["tally"], "countedAt"> {
  categories: HomeView["categories"];
}

/** The live numbers of the market; one query, each number a count of rows that are there. */
export async function selectHomeNumbers(db: Database, now: Date): Promise<HomeNumbers> {
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const weekAgo = new Date(now.getTime() - 7 * DAY_MS);
  const [row] = await db.$queryRaw<HomeNumbers[]>(sql`
    WITH listed AS MATERIALIZED (
      SELECT s."category", count(*)::int AS count FROM "Skills" s WHERE ${listedCondition(now)} GROUP BY s."category")
    SELECT (SELECT coalesce(sum(count), 0)::int FROM listed) AS "skillsListed",
      ${countAuditedSql(now)} AS "versionsSealed",
      (SELECT count(*)::int FROM "ExampleReplays" WHERE "replayed_at" > ${dayAgo} AND "state" <> 'not_run' AND NOT ${isOfPrivateSql(sql`"version_id"`)}) AS "examplesReplayed24h",
      (SELECT count(*)::int FROM "Runs" WHERE "started_at" > ${dayAgo} AND "state" = 'DONE' AND "counts" AND NOT ${isOfPrivateSql(sql`"version_id"`)}) AS "calls24h",
      (SELECT coalesce(sum("creator_lamports"), 0)::text FROM "Settlements" WHERE "settled_at" > ${weekAgo}
        AND "orphaned_at" IS NULL AND NOT EXISTS (SELECT 1 FROM "Quotes" q WHERE q."id" = "quote_id" AND ${isOfPrivateSql(sql`q."version_id"`)})) AS "paidToCreators7dLamports",
      (SELECT coalesce(json_agg(c ORDER BY c.count DESC, c.category), '[]'::json) FROM (
        SELECT "category", count FROM listed WHERE "category" IS NOT NULL ORDER BY count DESC LIMIT 24) c) AS "categories"`);
  if (!row) throw new Error("the market could not be counted");
  return row;
}

/** Calls on each of the last 14 days for several skills. */
export async function selectCallsByDay(
  db: Database,
  skillIds: readonly string[],
  now: Date,
): Promise<Map<string, number[]>> {
  const rows = await db.$queryRaw<{ id: string; calls: number[] }[]>(sql`
    SELECT s."id", ${callsByDayOf(sql`s."id"`, now)} AS "calls" FROM "Skills" s WHERE s."id" = ANY(${[...skillIds]}::text[])`);
  return new Map(rows.map(({ id, calls }) => [id, calls]));
}

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
    where: isListed(now),
    select: { slug: true, publishedAt: true },
    orderBy: { slug: "asc" },
    skip: offset,
    take: limit,
  });
  return rows.map(({ slug, publishedAt }) => ({ slug, publishedAt: publishedAt ?? now }));
}

export function countListedSkills(db: Database, now: Date): Promise<number> {
  return db.skill.count({ where: isListed(now) });
}

/** The condition of search: something is published, and no draft is past its time. */
const isListed = (now: Date) => ({
  publishedAt: { not: null },
  OR: [
    { claimStatus: null },
    { claimStatus: "claimed" as const },
    { claimStatus: "draft" as const, claimExpiresAt: { gt: now } },
  ],
});

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

/** Whom a call of each skill pays; those that pay nobody are left out. */
export async function selectPayees(db: Database, skillIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.skill.findMany({
    where: { id: { in: [...skillIds] }, payeeAddress: { not: null } },
    select: { id: true, payeeAddress: true },
  });
  return new Map(rows.map(({ id, payeeAddress }) => [id, payeeAddress ?? ""]));
}
