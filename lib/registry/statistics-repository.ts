import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { CountedIdentity } from "@/lib/identity/counted-caller";

const { sql } = Prisma;
const WEEK_MS = 7 * 86_400_000;

export interface NewDownload extends CountedIdentity {
  id: string;
  skillId: string;
  versionId: string;
  platform: string | null;
  occurredAt: Date;
}

/**
 * Counts a download unless this identity, or its address, is counted for the skill on that day already; one statement, so
 * neither exists without the other. False when it was counted before.
 */
export async function insertDownload(db: Database, download: NewDownload): Promise<boolean> {
  const { id, skillId, versionId, platform, identityHash, addressHash, day, occurredAt } = download;
  const counted = await db.$executeRaw(sql`
    WITH counted AS (
      INSERT INTO "Downloads" ("id", "skill_id", "version_id", "platform", "identity_hash", "address_hash", "day", "occurred_at")
      VALUES (${id}, ${skillId}, ${versionId}, ${platform}, ${identityHash}, ${addressHash}, ${day}::date, ${occurredAt})
      ON CONFLICT DO NOTHING RETURNING "skill_id")
    UPDATE "Skills" SET "downloads_total" = "downloads_total" + 1, "downloads_7d" = "downloads_7d" + 1
    WHERE "id" IN (SELECT "skill_id" FROM counted)`);
  return counted === 1;
}

/**
 * Recounts downloads and finished calls of the last seven days, and all calls of skills called in that time. Touches
 * only rows whose numbers changed. Returns how many that were.
 */
export function refreshCounts(db: Database, now: Date): Promise<number> {
  const since = new Date(now.getTime() - WEEK_MS);
  return db.$executeRaw(sql`
    WITH downloads AS (
      SELECT "skill_id", count(*)::int AS n FROM "Downloads" WHERE "occurred_at" > ${since} GROUP BY "skill_id"),
    recent AS (
      SELECT v."skill_id", count(*)::int AS n FROM "Runs" r JOIN "SkillVersions" v ON v."id" = r."version_id"
      WHERE r."state" = 'DONE' AND r."started_at" > ${since} GROUP BY v."skill_id"),
    ever AS (
      SELECT v."skill_id", count(*)::int AS n FROM "Runs" r JOIN "SkillVersions" v ON v."id" = r."version_id"
      WHERE r."state" = 'DONE' AND v."skill_id" IN (SELECT "skill_id" FROM recent) GROUP BY v."skill_id"),
    counted AS (
      SELECT s."id", coalesce(d.n, 0) AS downloads_7d, coalesce(c.n, 0) AS calls_7d, coalesce(e.n, s."calls_total") AS calls_total
      FROM "Skills" s LEFT JOIN downloads d ON d."skill_id" = s."id" LEFT JOIN recent c ON c."skill_id" = s."id"
      LEFT JOIN ever e ON e."skill_id" = s."id")
    UPDATE "Skills" s SET "downloads_7d" = k.downloads_7d, "calls_7d" = k.calls_7d, "calls_total" = k.calls_total
    FROM counted k WHERE k."id" = s."id" AND (s."downloads_7d", s."calls_7d", s."calls_total")
      IS DISTINCT FROM (k.downloads_7d, k.calls_7d, k.calls_total)`);
}
