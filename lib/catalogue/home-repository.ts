import { countAuditedSql } from "@/lib/audits/audit-state-sql";
import { DAY_MS } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { callsByDayOf } from "@/lib/catalogue/skill-page/detail-repository";
import type { HomeView } from "@/lib/registry/views";

const { sql } = Prisma;

export interface HomeNumbers extends Omit<HomeView["tally"], "countedAt"> {
  categories: HomeView["categories"];
}

/** The live numbers of the market; one query, each number a count of rows that are there. */
export async function selectHomeNumbers(db: Database, now: Date): Promise<HomeNumbers> {
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const weekAgo = new Date(now.getTime() - 7 * DAY_MS);
  const listed = sql`s."published_at" IS NOT NULL AND s."claim_status" IS DISTINCT FROM 'expired'
    AND (s."claim_status" IS DISTINCT FROM 'draft' OR s."claim_expires_at" > ${now})`;
  const [row] = await db.$queryRaw<HomeNumbers[]>(sql`
    WITH listed AS MATERIALIZED (
      SELECT s."category", count(*)::int AS count FROM "Skills" s WHERE ${listed} GROUP BY s."category")
    SELECT (SELECT coalesce(sum(count), 0)::int FROM listed) AS "skillsListed",
      ${countAuditedSql(now)} AS "versionsSealed",
      (SELECT count(*)::int FROM "ExampleReplays" WHERE "replayed_at" > ${dayAgo} AND "state" <> 'not_run') AS "examplesReplayed24h",
      (SELECT count(*)::int FROM "Runs" WHERE "started_at" > ${dayAgo} AND "state" = 'DONE') AS "calls24h",
      (SELECT coalesce(sum("creator_lamports"), 0)::text FROM "Settlements" WHERE "settled_at" > ${weekAgo}
        AND "orphaned_at" IS NULL) AS "paidToCreators7dLamports",
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
