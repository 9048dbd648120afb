import { auditFactsSql, auditMarkSql, mayCarry, sealViewSql } from "@/lib/audits/audit-state-sql";
import { DAY_MS, startOfDay } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { iso } from "@/lib/db/iso-sql";
import { Prisma } from "@/lib/db/generated/client";
import {
  executableFilesSql,
  isClosedSql,
  payeeSql,
  priceInForceSql,
} from "@/lib/registry/versions/version-sql";
import { uploaderSql, versionPublisherSql } from "@/lib/registry/publishers/publisher-sql";
import type { ExampleView, FindingView, SealView, SkillDetail, VersionRow } from "@/lib/registry/views";
import type { Report, SkillExample, SkillManifest } from "@/lib/skill-format";
import { isCalledSql } from "@/lib/registry/names/called-sql";
import { areFilesGivenSql } from "@/lib/registry/access/shown-sql";

const { sql } = Prisma;
const CHART_DAYS = 14;

type Replay = NonNullable<ExampleView["replay"]> & { position: number };

/** What a skill's page shows beside its list row. */
export interface DetailRow extends Pick<
  SkillDetail,
  | "skillMd"
  | "dialects"
  | "spec"
  | "inputSchema"
  | "outputSchema"
  | "packageDigest"
  | "executableFiles"
  | "archiveDigest"
  | "packageSizeBytes"
  | "entryPoint"
  | "tools"
  | "timeoutMs"
  | "license"
  | "changelog"
  | "payeeAddress"
  | "publisherWallet"
  | "counts"
  | "callsByDay"
  | "successRate30d"
  | "p50Ms"
  | "p95Ms"
  | "downloads7d"
  | "withdrawn"
  | "versionPublisher"
  | "uploader"
  | "maintainers"
> {
  versionId: string;
  seals: SealView[];
  createdAt: Date;
  manifest: SkillManifest;
  reports: Report[];
  examples: SkillExample[];
  examplesCheckedAt: Date | null;
  replays: Replay[];
  findings: FindingView[];
  vetting: SkillDetail["vetting"] | null;
}

/**
 * The given versions in no particular order. Everything in one query; lists come as JSON, so that a page costs no query
 * for each of them.
 */
export function selectDetails(db: Database, versionIds: readonly string[], now: Date): Promise<DetailRow[]> {
  const monthAgo = new Date(now.getTime() - 30 * DAY_MS);
  const weekAgo = new Date(now.getTime() - 7 * DAY_MS);
  return db.$queryRaw<DetailRow[]>(sql`
    SELECT v."id" AS "versionId", s."created_at" AS "createdAt", v."skill_md" AS "skillMd", v."manifest", v."dialect_reports" AS "reports", v."dialects", v."spec",
      v."input_schema" AS "inputSchema", v."output_schema" AS "outputSchema", v."examples",
      v."examples_checked_at" AS "examplesCheckedAt", v."package_digest" AS "packageDigest",
      v."archive_digest" AS "archiveDigest", v."package_size_bytes" AS "packageSizeBytes", v."entry_point" AS "entryPoint", coalesce(v."tools", '[]') AS "tools", v."timeout_ms" AS "timeoutMs",
      ${versionPublisherSql} AS "versionPublisher", ${uploaderSql} AS "uploader", ${maintainers} AS "maintainers", v."yanked_at" IS NOT NULL AS "withdrawn", v."license", v."changelog", ${payeeSql} AS "payeeAddress",
      coalesce(${payeeSql}, (SELECT w."address" FROM "Wallets" w WHERE w."account_id" = s."owner_id"
        ORDER BY w."created_at" LIMIT 1)) AS "publisherWallet",
      j."vetting", coalesce(j."findings", '[]'::json) AS "findings",
      coalesce((SELECT json_agg(json_build_object('position', r."position", 'state', r."state", 'matchRule', r."match_rule",
        'wallMs', r."wall_ms", 'detail', r."detail", 'replayedAt', ${iso(sql`r."replayed_at"`)}))
        FROM "ExampleReplays" r WHERE r."version_id" = v."id"), '[]'::json) AS "replays",
      ${executableFilesSql(sql`v."id"`)} AS "executableFiles",
      json_build_object(
        'versions', (SELECT count(*) FROM "SkillVersions" o WHERE o."skill_id" = s."id" AND o."published_at" IS NOT NULL),
        'files', (SELECT count(*) FROM "PackageFiles" p WHERE p."version_id" = v."id"),
        'findings', coalesce(json_array_length(j."findings"), 0)) AS "counts",
      ${callsByDayOf(sql`s."id"`, now)} AS "callsByDay", u.*,
      ${sealsSql(now)} AS "seals",
      (SELECT count(*)::int FROM "Downloads" n WHERE n."skill_id" = s."id" AND n."occurred_at" > ${weekAgo}) AS "downloads7d"
    FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
    LEFT JOIN LATERAL (${latestVettingSql}) j ON TRUE
    CROSS JOIN LATERAL (
      SELECT (SELECT avg(own.rate)::float8 FROM (
          SELECT avg((r."state" = 'DONE')::int) AS rate FROM (${judgedRuns(monthAgo)}) r GROUP BY r.caller) own) AS "successRate30d",
        percentile_disc(0.5) WITHIN GROUP (ORDER BY r."wall_ms") FILTER (WHERE r."state" = 'DONE') AS "p50Ms",
        percentile_disc(0.95) WITHIN GROUP (ORDER BY r."wall_ms") FILTER (WHERE r."state" = 'DONE') AS "p95Ms"
      FROM (${judgedRuns(monthAgo)}) r) u
    WHERE v."id" = ANY(${[...versionIds]}::text[])`);
}

/**
 * Runs of a version `v` since a moment whose outcome the skill itself caused, with who asked: an account or a wallet;
 * those whom nobody knows count as one caller, so that no stranger's many runs count as many.
 */
const judgedRuns = (since: Date) => sql`
  SELECT r."state", r."wall_ms", coalesce(r."account_id", r."payer_address", '') AS caller
  FROM "Runs" r WHERE r."version_id" = v."id" AND r."counts" AND r."state" <> 'RUNNING' AND r."started_at" > ${since}
    AND r."fault" IS DISTINCT FROM 'caller' AND r."fault" IS DISTINCT FROM 'platform'`;

/** User names of who maintains the skill beside its owner, the oldest first. */
const maintainers = sql`ARRAY(SELECT o."username" FROM "SkillMaintainers" m JOIN "Accounts" o ON o."id" = m."account_id"
  WHERE m."skill_id" = s."id" AND m."state" = 'active' ORDER BY m."accepted_at", m."id")`;

/** Seals of a version and of the one whose audit it carries, while it may, newest first. */
export const sealsSql = (
  now: Date,
) => sql`coalesce((SELECT json_agg(${sealViewSql(now)} ORDER BY a."issued_at" DESC)
    FROM "Audits" a JOIN "Verifiers" f ON f."id" = a."verifier_id" JOIN "SkillVersions" c ON c."id" = a."version_id"
    WHERE a."verdict" = 'seal' AND c."id" IN (v."id", CASE WHEN ${mayCarry} THEN v."audit_carried_from_id" END)), '[]'::json)`;

/** Finished calls that count, of all versions of a skill on each of the last 14 days (UTC), oldest first. */
export function callsByDayOf(skillId: Prisma.Sql, now: Date): Prisma.Sql {
  const today = startOfDay(now);
  const first = new Date(today.getTime() - (CHART_DAYS - 1) * DAY_MS);
  return sql`(SELECT array_agg(coalesce(n.calls, 0)::int ORDER BY d.day) FROM generate_series(0, ${CHART_DAYS - 1}::int) AS d(day)
    LEFT JOIN (SELECT floor(extract(epoch FROM (r."started_at" - ${first}::timestamptz)) / 86400)::int AS day, count(*) AS calls
      FROM "Runs" r JOIN "SkillVersions" rv ON rv."id" = r."version_id"
      WHERE rv."skill_id" = ${skillId} AND r."state" = 'DONE' AND r."counts" AND r."started_at" >= ${first} GROUP BY 1) n ON n.day = d.day)`;
}

/** `vetting` and `findings` of the newest report of a version `v`. */
export const latestVettingSql = sql`
  SELECT json_build_object('engineVersion', t."engine_version", 'reportDigest', t."report_digest", 'summary', t."summary", 'picture', t."picture",
      'finishedAt', ${iso(sql`t."finished_at"`)}, 'letThrough', coalesce(v."published_at" > t."finished_at", false)
        OR EXISTS (SELECT 1 FROM "Events" e WHERE e."subject_id" = v."id" AND e."kind" = 'version:decided'
          AND e."occurred_at" >= t."finished_at" AND e."data"->>'decision' IN ('approve', 'keep')),
      'earlier', (SELECT coalesce(json_agg(json_build_object('engineVersion', b."engine_version", 'reportDigest', b."report_digest",
          'finishedAt', ${iso(sql`b."finished_at"`)}) ORDER BY b."created_at" DESC), '[]'::json) FROM "VettingJobs" b
        WHERE b."version_id" = v."id" AND b."job_status" = 'done' AND b."created_at" < t."created_at"), 'opinion', (SELECT json_build_object('model', o."model",
        'promptVersion', o."prompt_version", 'promptDigest', o."prompt_digest", 'verdict', o."verdict",
        'reasons', o."reasons", 'askedAt', ${iso(sql`o."asked_at"`)}) FROM "SecondOpinions" o
        WHERE o."vetting_job_id" = t."id")) AS "vetting",
    (SELECT json_agg(json_build_object('code', f."code", 'severity', f."severity", 'confidence', f."confidence", 'file', f."file",
      'line', f."line", 'message', f."message", 'evidence', f."evidence", 'remedy', f."remedy") ORDER BY f."position")
      FROM "VettingFindings" f WHERE f."job_id" = t."id") AS "findings"
  FROM "VettingJobs" t WHERE t."version_id" = v."id" AND t."job_status" = 'done' ORDER BY t."created_at" DESC LIMIT 1`;

/** A file of a version, and where its package lies. */
interface StoredFile {
  sha256: string;
  isText: boolean;
  archiveDigest: string;
  packageDigest: string;
}

/** Null when the version has no such file, is closed, or the present reader is not given its files. */
export async function findFile(db: Database, versionId: string, path: string): Promise<StoredFile | null> {
  const [row] = await db.$queryRaw<StoredFile[]>(sql`
    SELECT p."sha256", p."is_text" AS "isText", v."archive_digest" AS "archiveDigest", v."package_digest" AS "packageDigest"
    FROM "PackageFiles" p JOIN "SkillVersions" v ON v."id" = p."version_id" JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE p."version_id" = ${versionId} AND p."path" = ${path} AND NOT ${isClosedSql()} AND ${areFilesGivenSql()}`);
  return row ?? null;
}

export type StoredVersionHistory = Omit<VersionRow, "publishedAt" | "yankedAt"> & {
  publishedAt: Date | null;
  yankedAt: Date | null;
};

/** Published versions of a skill, newest upload first; one query. */
export function selectVersionRows(
  db: Database,
  slugOrId: string,
  now: Date,
): Promise<StoredVersionHistory[]> {
  return db.$queryRaw<StoredVersionHistory[]>(sql`
    SELECT v."id", v."version", (v."id" IS NOT DISTINCT FROM s."latest_version_id" AND v."yanked_at" IS NULL) AS "isLatest", v."version_change" AS "change", v."required_bump" AS "requiredBump",
      CASE WHEN ${isClosedSql()} OR ${isClosedSql(sql`b`)} THEN '[]'::json ELSE coalesce(v."differences", '[]'::json) END AS "differences", d.audit_state AS "auditState",
      ${auditMarkSql("d", now)} AS "audit",
      v."vetting_status"::text AS "vettingStatus", ${priceInForceSql}::text AS "priceLamports",
      v."package_digest" AS "packageDigest", v."package_size_bytes" AS "sizeBytes", CASE WHEN ${isClosedSql()} THEN NULL ELSE v."changelog" END AS "changelog", ${uploaderSql} AS "uploader",
      v."published_at" AS "publishedAt", v."yanked_at" AS "yankedAt", v."yank_reason" AS "yankReason",
      CASE WHEN v."yanked_at" IS NOT NULL THEN coalesce(v."yank_kind", 'other') END AS "yankKind"
    FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
    LEFT JOIN "SkillVersions" b ON b."id" = v."previous_version_id"
    ${auditFactsSql("d", now)}
    WHERE ${isCalledSql(slugOrId)} AND v."published_at" IS NOT NULL
      AND s."quarantined_at" IS NULL
    ORDER BY v."created_at" DESC, v."id" DESC`);
}
