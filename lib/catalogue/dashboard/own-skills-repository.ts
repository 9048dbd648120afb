import { auditFactsSql, auditMarkSql, effectiveTrustSql } from "@/lib/audits/audit-state-sql";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { callsByDayOf } from "@/lib/catalogue/skill-page/detail-repository";
import { executableFilesSql, priceInForceSql } from "@/lib/registry/versions/version-sql";
import { uploaderSql } from "@/lib/registry/publishers/publisher-sql";
import type { AuditMark, AuditState, TrustLevel, Uploader, VettingStatus } from "@/lib/registry/views";
import type { CallObstacle } from "@/lib/skill-format/issues/call-obstacles";
import type { DayWindow } from "@/lib/kernel/day-window";
import { lastVerdict, isObjection } from "@/lib/catalogue/dashboard/attention-sql";

const { sql } = Prisma;

export interface OwnSkillRow {
  slug: string;
  versionId: string;
  version: string;
  packageDigest: string;
  executableFiles: string[] | null;
  uploader: Uploader | null;
  vettingStatus: VettingStatus;
  published: boolean;
  yanked: boolean;
  quarantined: boolean;
  auditState: AuditState;
  audit: AuditMark | null;
  /** It is the version that is listed, and no seal covers it: an audit of it can be asked for. */
  askable: boolean;
  /** Since when one is asked for; null while nobody asks. */
  auditAskedAt: Date | null;
  /** The last verdict a verifier signed about it, and did not take back, is no seal. */
  objected: boolean;
  trustLevel: TrustLevel;
  examplesTotal: number;
  examplesProven: number;
  /** In force; "0" while no call is made. */
  priceLamports: string;
  /** What it is to cost. */
  declaredLamports: string;
  runnable: boolean;
  obstacles: CallObstacle[];
  /** Finished calls of all versions on each of the last 14 days (UTC), oldest first. */
  callsByDay: number[];
  callsTotal: number;
  downloadsTotal: number;
  uploadedAt: Date;
}

/** The newest version of each skill of an account, whatever its vetting said, the most called first; one query. */
export function listNewestOwnVersions(
  db: Database,
  { ownerId, now, limit }: { ownerId: string; now: Date; limit: number },
): Promise<OwnSkillRow[]> {
  return db.$queryRaw<OwnSkillRow[]>(sql`
    SELECT s."slug", v."id" AS "versionId", v."version", v."package_digest" AS "packageDigest",
      ${executableFilesSql(sql`v."id"`)} AS "executableFiles", ${uploaderSql} AS "uploader", v."vetting_status"::text AS "vettingStatus",
      v."published_at" IS NOT NULL AS "published", v."yanked_at" IS NOT NULL AS "yanked",
      s."quarantined_at" IS NOT NULL AS "quarantined", d.audit_state AS "auditState", ${auditMarkSql("d", now)} AS "audit",
      COALESCE(v."id" = s."latest_version_id", false) AND v."yanked_at" IS NULL AND s."quarantined_at" IS NULL
        AND d.audit_state <> 'Audited' AS "askable", v."audit_asked_at" AS "auditAskedAt",
      EXISTS (SELECT 1 FROM ${lastVerdict} a WHERE ${isObjection}) AS "objected",
      ${effectiveTrustSql(sql`d.audit_state`)} AS "trustLevel",
      v."examples_total" AS "examplesTotal", v."examples_proven" AS "examplesProven",
      ${priceInForceSql}::text AS "priceLamports", v."price_lamports"::text AS "declaredLamports",
      v."runnable", v."obstacles", ${callsByDayOf(sql`s."id"`, now)} AS "callsByDay",
      s."calls_total" AS "callsTotal", s."downloads_total" AS "downloadsTotal", v."created_at" AS "uploadedAt"
    FROM "Skills" s
    CROSS JOIN LATERAL (SELECT * FROM "SkillVersions" o WHERE o."skill_id" = s."id"
      ORDER BY o."created_at" DESC, o."id" DESC LIMIT 1) v
    ${auditFactsSql("d", now)}
    WHERE s."owner_id" = ${ownerId}
    ORDER BY s."calls_7d" DESC, s."calls_total" DESC, s."slug" LIMIT ${limit}`);
}

/** The wallets of an account, the first linked first. */
export async function listWalletAddresses(db: Database, accountId: string): Promise<string[]> {
  const rows = await db.wallet.findMany({
    where: { accountId },
    select: { address: true },
    orderBy: { createdAt: "asc" },
  });
  return rows.map((row) => row.address);
}

export interface OwnedCounts {
  skills: number;
  agents: number;
  keys: number;
}

/** How much an account has of what its pages list; one query. */
export async function countOwned(db: Database, accountId: string): Promise<OwnedCounts> {
  const [row] = await db.$queryRaw<OwnedCounts[]>(sql`SELECT
    (SELECT count(*)::int FROM "Skills" WHERE "owner_id" = ${accountId}) AS "skills",
    (SELECT count(*)::int FROM "AgentAuthorIdentities" WHERE "account_id" = ${accountId} AND "state" = 'claimed') AS "agents",
    (SELECT count(*)::int FROM "ApiKeys" WHERE "account_id" = ${accountId} AND "revoked_at" IS NULL) AS "keys"`);
  if (!row) throw new Error("a SELECT without FROM always has one row");
  return row;
}

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
    WHERE s."owner_id" = ${ownerId} AND ${within(sql`r."started_at"`, window)} AND r."counts" AND r."state" <> 'RUNNING'
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
