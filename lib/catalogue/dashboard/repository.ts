import { Prisma } from "@/lib/db/generated/client";
import { organisationSql, ownersActedForSql } from "@/lib/identity/organisations/members-sql";
import { auditFactsSql, auditMarkSql, effectiveTrustSql } from "@/lib/audits/audit-state-sql";
import type { Database } from "@/lib/db/client";
import { callsByDayOf } from "@/lib/catalogue/skill-page/detail-repository";
import { askedPriceSql, executableFilesSql, priceInForceSql } from "@/lib/registry/versions/version-sql";
import { uploaderSql } from "@/lib/registry/publishers/publisher-sql";
import type { AuditMark, AuditState, TrustLevel, Uploader, VettingStatus } from "@/lib/registry/views";
import type { CallObstacle } from "@/lib/skill-format/issues/call-obstacles";
import type { DayWindow } from "@/lib/kernel/day-window";
import type { Aftermath } from "@/lib/catalogue/dashboard/last-reason";
import { ICON_PATH } from "@/lib/package";

const { sql } = Prisma;

/** The last verdict that was signed about the version `v`. */
const lastVerdict = sql`(SELECT * FROM "Audits" o WHERE o."version_id" = v."id" ORDER BY o."issued_at" DESC, o."id" DESC LIMIT 1)`;

const isObjection = sql`a."verdict" <> 'seal' AND a."revoked_at" IS NULL`;

/**
 * Versions that did not pass, of what `skills` selects as `s`, as long as nothing newer was uploaded; columns as of
 * `AttentionRow`, with the rank.
 */
const unpassedSql = (skills: Prisma.Sql, condition: Prisma.Sql) => sql`
  SELECT CASE v."vetting_status" WHEN 'rejected' THEN 1 ELSE 4 END AS rank, v."vetting_status"::text AS "kind", s."slug", v."version", v."id" AS "versionId",
    NULL::int AS "number", v."created_at" AS "at" FROM ${skills}
    CROSS JOIN LATERAL (SELECT * FROM "SkillVersions" o WHERE o."skill_id" = s."id"
      ORDER BY o."created_at" DESC, o."id" DESC LIMIT 1) v
    WHERE ${condition} AND v."vetting_status" IN ('rejected', 'caution') AND v."published_at" IS NULL`;

export interface OwnSkillRow {
  slug: string;
  /** User name of the organisation that owns it; null where it is the account itself. */
  organisation: string | null;
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

/**
 * The newest version of each skill of an account and of the organisations it is a member of, whatever its vetting said,
 * the most called first; one query.
 */
export function listNewestOwnVersions(
  db: Database,
  { accountId, now, limit }: { accountId: string; now: Date; limit: number },
): Promise<OwnSkillRow[]> {
  return db.$queryRaw<OwnSkillRow[]>(sql`
    SELECT s."slug", ${organisationSql} AS "organisation", v."id" AS "versionId", v."version", v."package_digest" AS "packageDigest",
      ${executableFilesSql(sql`v."id"`)} AS "executableFiles", ${uploaderSql} AS "uploader", v."vetting_status"::text AS "vettingStatus",
      v."published_at" IS NOT NULL AS "published", v."yanked_at" IS NOT NULL AS "yanked",
      s."quarantined_at" IS NOT NULL AS "quarantined", d.audit_state AS "auditState", ${auditMarkSql("d", now)} AS "audit",
      COALESCE(v."id" = s."latest_version_id", false) AND v."yanked_at" IS NULL AND s."quarantined_at" IS NULL
        AND d.audit_state <> 'Audited' AS "askable", v."audit_asked_at" AS "auditAskedAt",
      EXISTS (SELECT 1 FROM ${lastVerdict} a WHERE ${isObjection}) AS "objected",
      ${effectiveTrustSql(sql`d.audit_state`)} AS "trustLevel",
      v."examples_total" AS "examplesTotal", v."examples_proven" AS "examplesProven",
      ${priceInForceSql}::text AS "priceLamports", ${askedPriceSql}::text AS "declaredLamports",
      v."runnable", v."obstacles", ${callsByDayOf(sql`s."id"`, now)} AS "callsByDay",
      s."calls_total" AS "callsTotal", s."downloads_total" AS "downloadsTotal", v."created_at" AS "uploadedAt"
    FROM "Skills" s
    CROSS JOIN LATERAL (SELECT * FROM "SkillVersions" o WHERE o."skill_id" = s."id"
      ORDER BY o."created_at" DESC, o."id" DESC LIMIT 1) v
    ${auditFactsSql("d", now)}
    WHERE s."owner_id" IN ${ownersActedForSql(accountId)}
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
    (SELECT count(*)::int FROM "Skills" WHERE "owner_id" IN ${ownersActedForSql(accountId)}) AS "skills",
    (SELECT count(*)::int FROM "AgentAuthorIdentities" WHERE "account_id" = ${accountId} AND "state" = 'claimed') AS "agents",
    (SELECT count(*)::int FROM "ApiKeys" WHERE "account_id" = ${accountId} AND "revoked_at" IS NULL) AS "keys"`);
  if (!row) throw new Error("a SELECT without FROM always has one row");
  return row;
}

interface CallDay {
  day: number;
  calls: number;
  /** Finished calls that failed for the skill's own fault. */
  failed: number;
}

/** Finished calls of the skills an account has something to do with, as owner or member of an organisation, on each UTC day that had any; day 0 is the first of the period before. */
export function selectCallDays(db: Database, accountId: string, window: DayWindow): Promise<CallDay[]> {
  return db.$queryRaw<CallDay[]>(sql`
    SELECT ${dayOf(sql`r."started_at"`, window)} AS "day", (count(*) FILTER (WHERE r."state" = 'DONE'))::int AS "calls",
      (count(*) FILTER (WHERE r."state" = 'FAILED'))::int AS "failed"
    FROM "Skills" s JOIN "SkillVersions" v ON v."skill_id" = s."id" JOIN "Runs" r ON r."version_id" = v."id"
    WHERE s."owner_id" IN ${ownersActedForSql(accountId)} AND ${within(sql`r."started_at"`, window)} AND r."counts" AND r."state" <> 'RUNNING'
      AND r."fault" IS DISTINCT FROM 'caller' AND r."fault" IS DISTINCT FROM 'platform'
    GROUP BY 1`);
}

/** Counted downloads of the same skills on each UTC day that had any. */
export function selectDownloadDays(
  db: Database,
  accountId: string,
  window: DayWindow,
): Promise<{ day: number; amount: number }[]> {
  return db.$queryRaw<{ day: number; amount: number }[]>(sql`
    SELECT ${dayOf(sql`n."occurred_at"`, window)} AS "day", count(*)::int AS "amount"
    FROM "Skills" s JOIN "Downloads" n ON n."skill_id" = s."id"
    WHERE s."owner_id" IN ${ownersActedForSql(accountId)} AND ${within(sql`n."occurred_at"`, window)} GROUP BY 1`);
}

export interface Release {
  /** Day of the period, from 0. */
  day: number;
  slug: string;
  version: string;
}

/** Versions of the same skills published within the period, the newest first. */
export function selectReleases(
  db: Database,
  accountId: string,
  { start, days }: DayWindow,
  limit: number,
): Promise<Release[]> {
  return db.$queryRaw<Release[]>(sql`
    SELECT floor(extract(epoch FROM (v."published_at" - ${start}::timestamptz)) / 86400)::int AS "day", s."slug", v."version"
    FROM "Skills" s JOIN "SkillVersions" v ON v."skill_id" = s."id"
    WHERE s."owner_id" IN ${ownersActedForSql(accountId)} AND v."published_at" >= ${start}
      AND v."published_at" < ${start}::timestamptz + ${days}::int * interval '1 day'
    ORDER BY v."published_at" DESC LIMIT ${limit}`);
}

function dayOf(moment: Prisma.Sql, { before }: DayWindow): Prisma.Sql {
  return sql`floor(extract(epoch FROM (${moment} - ${before}::timestamptz)) / 86400)::int`;
}

function within(moment: Prisma.Sql, { before, beforeEnd, start }: DayWindow): Prisma.Sql {
  return sql`${moment} >= ${before} AND (${moment} < ${beforeEnd} OR ${moment} >= ${start})`;
}

/** A version that the market is still at work on. */
interface UnfinishedVersion {
  id: string;
  slug: string;
  version: string;
  /** Vetting is over, and it is listed; its examples were never replayed. */
  listed: boolean;
  since: Date;
}

/**
 * Versions that an account uploaded, or that are of its skills or its organisations', while vetting is at work on them, and those listed whose
 * examples were not replayed yet; the newest first.
 */
export async function listUnfinishedVersions(
  db: Database,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<UnfinishedVersion[]> {
  const rows = await db.skillVersion.findMany({
    where: {
      AND: [
        {
          OR: [
            { skill: { ownerId: accountId } },
            { skill: { owner: { members: { some: { openAccountId: accountId, state: "active" } } } } },
            { uploadedById: accountId },
          ],
        },
        {
          OR: [
            { vettingStatus: "pending" },
            { publishedAt: { not: null }, examplesTotal: { gt: 0 }, examplesCheckedAt: null },
          ],
        },
      ],
      yankedAt: null,
      skill: { quarantinedAt: null },
    },
    orderBy: { createdAt: "desc" },
    take: limit,
    select: {
      id: true,
      version: true,
      publishedAt: true,
      createdAt: true,
      skill: { select: { slug: true } },
    },
  });
  return rows.map(({ id, version, publishedAt, createdAt, skill }) => ({
    id,
    version,
    slug: skill.slug,
    listed: publishedAt !== null,
    since: publishedAt ?? createdAt,
  }));
}

/** What a version declares, and what became of it; null for an unknown id. */
export async function findVersionWork(db: Database, id: string) {
  const row = await db.skillVersion.findUnique({
    where: { id },
    select: {
      examplesTotal: true,
      examplesProven: true,
      examplesCheckedAt: true,
      convertsTo: true,
      _count: { select: { exampleReplays: { where: { state: "not_run" } } } },
    },
  });
  if (!row) return null;
  const { convertsTo, _count, ...facts } = row;
  return { ...facts, platforms: convertsTo.length, notRun: _count.exampleReplays };
}

/** What a version is compared with, which audit it carries, and whether it has an icon; null for an unknown id. */
export function findVersionDuty(db: Database, id: string) {
  return db.skillVersion.findUnique({
    where: { id },
    select: {
      requiredBump: true,
      differences: true,
      previousVersion: { select: { version: true } },
      auditCarriedFrom: { select: { version: true } },
      auditAskedAt: true,
      iconDigest: true,
      files: { where: { path: ICON_PATH }, select: { path: true } },
    },
  });
}

export type AttentionKind =
  | "quarantined"
  | "offered"
  | "invited"
  | "member"
  | "rejected"
  | "refused"
  | "denied"
  | "appealed"
  | "caution"
  | "cannot_run"
  | "no_payee"
  | "payee_too_low"
  | "unrun"
  | "failing"
  | "drifted"
  | "challenged"
  | "overturned"
  | "objected"
  | "answered"
  | "reviewed"
  | "asked"
  | "replied";

interface AttentionRow {
  kind: AttentionKind;
  /** Of the skill; for an invitation of an organisation (\`member\`) its user name. */
  slug: string;
  version: string | null;
  versionId: string | null;
  /** Position of the first example, or how many reviews. */
  number: number | null;
  at: Date;
}

/** What became of a version, or of a skill in quarantine, after its first cause; one query. */
export async function listAftermaths(
  db: Database,
  { accountId, versionIds, slugs }: { accountId: string; versionIds: string[]; slugs: string[] },
): Promise<Map<string, Aftermath>> {
  const rows = await db.$queryRaw<AftermathRow[]>(sql`
    SELECT t."of", d."decision", d."at", p."state", p."created_at" AS "filedAt", p."decided_at" AS "decidedAt"
    FROM (
      SELECT v."id" AS "of", v."id" AS version_id, v."skill_id", NULL::timestamptz AS since
        FROM "SkillVersions" v WHERE v."id" = ANY(${versionIds})
      UNION ALL
      SELECT s."slug", NULL, s."id", s."quarantined_at" FROM "Skills" s WHERE s."slug" = ANY(${slugs})
    ) t
    LEFT JOIN LATERAL (SELECT e."data"->>'decision' AS "decision", e."occurred_at" AS "at" FROM "Events" e
      WHERE e."subject_id" = t.version_id AND e."kind" = 'version:decided'
      ORDER BY e."occurred_at" DESC, e."id" DESC LIMIT 1) d ON true
    LEFT JOIN LATERAL (SELECT * FROM "Appeals" a WHERE a."skill_id" = t."skill_id" AND a."account_id" = ${accountId}
      AND a."version_id" IS NOT DISTINCT FROM t.version_id AND (t.since IS NULL OR a."created_at" >= t.since)
      ORDER BY a."created_at" DESC, a."id" DESC LIMIT 1) p ON true`);
  return new Map(
    rows.map(({ of, decision, at, state, filedAt, decidedAt }) => [
      of,
      {
        decision: decision === null || at === null ? null : { decision, at },
        appeal: state === null || filedAt === null ? null : { state, filedAt, decidedAt },
      },
    ]),
  );
}

interface AftermathRow {
  /** The version, or the name of the skill. */
  of: string;
  decision: string | null;
  at: Date | null;
  state: string | null;
  filedAt: Date | null;
  decidedAt: Date | null;
}

/**
 * What an account should look at: skills that others offer or invite to, organisations that invite it, and of its own and
 * those of organisations that it publishes for: skills in quarantine, versions
 * that did not pass (as well its uploads to skills it maintains), listed versions whose price is not in force as they have
 * not run and are not about to, examples that stopped being proven, open challenges,
 * listed versions that a verifier read and did not seal, questions that nobody who speaks for the skill has answered,
 * appeals granted, challenges upheld, reviews, and answers of others to its own questions since `reviewsSince`. One query, the gravest first.
 */
export function listAttentionRows(
  db: Database,
  {
    accountId,
    now,
    reviewsSince,
    limit,
  }: { accountId: string; now: Date; reviewsSince: Date; limit: number },
): Promise<AttentionRow[]> {
  const isOwn = sql`s."owner_id" IN ${ownersActedForSql(accountId, "publish")}`;
  const own = sql`"Skills" s WHERE ${isOwn}`;
  const speaksFor = sql`(${isOwn} OR EXISTS (SELECT 1 FROM "SkillMaintainers" m
    WHERE m."skill_id" = s."id" AND m."account_id" = ${accountId} AND m."state" = 'active'))`;
  return db.$queryRaw<AttentionRow[]>(sql`
    SELECT "kind", "slug", "version", "versionId", "number", "at" FROM (
      SELECT 0 AS rank, 'quarantined' AS "kind", s."slug", NULL AS "version", NULL AS "versionId", NULL::int AS "number",
        s."quarantined_at" AS "at" FROM ${own} AND s."quarantined_at" IS NOT NULL
      UNION ALL
      ${unpassedSql(sql`"Skills" s`, isOwn)}
      UNION ALL
      ${unpassedSql(
        sql`"SkillMaintainers" m JOIN "Skills" s ON s."id" = m."skill_id"`,
        sql`m."account_id" = ${accountId} AND m."state" = 'active' AND v."uploaded_by_id" = ${accountId}`,
      )}
      UNION ALL
      SELECT 2, 'offered', s."slug", NULL, NULL, NULL, t."expires_at"
        FROM "SkillTransfers" t JOIN "Skills" s ON s."id" = t."skill_id"
        WHERE t."to_id" IN ${ownersActedForSql(accountId, "own")} AND t."state" = 'offered' AND t."expires_at" > ${now}
      UNION ALL
      SELECT 2, 'invited', s."slug", NULL, NULL, NULL, m."expires_at"
        FROM "SkillMaintainers" m JOIN "Skills" s ON s."id" = m."skill_id"
        WHERE m."account_id" = ${accountId} AND m."state" = 'invited' AND m."expires_at" > ${now}
      UNION ALL
      SELECT 2, 'member', o."username", NULL, NULL, NULL, m."expires_at"
        FROM "OrganisationMembers" m JOIN "Accounts" o ON o."id" = m."organisation_id" AND o."closed_at" IS NULL
        WHERE m."open_account_id" = ${accountId} AND m."state" = 'invited' AND m."expires_at" > ${now}
      UNION ALL
      SELECT 2, 'challenged', s."slug", v."version", v."id", NULL, c."deadline"
        FROM "Skills" s JOIN "SkillVersions" v ON v."skill_id" = s."id"
        JOIN "Challenges" c ON c."version_id" = v."id" AND c."state" = 'open' WHERE ${isOwn}
      UNION ALL
      SELECT 3, 'unrun', s."slug", v."version", v."id", NULL, v."published_at"
        FROM "Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id"
        WHERE ${isOwn} AND v."obstacles" @> '[{"code": "CALL_NOT_RUN"}]'
          AND (v."examples_total" = 0 OR v."examples_checked_at" IS NOT NULL)
      UNION ALL
      SELECT 3, CASE WHEN bool_or(r."state" = 'failing') THEN 'failing' ELSE 'drifted' END, s."slug", v."version", v."id", min(r."position"), min(r."replayed_at")
        FROM "Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id"
        JOIN "ExampleReplays" r ON r."version_id" = v."id" AND r."state" IN ('failing', 'drifted')
        WHERE ${isOwn} GROUP BY s."slug", v."version", v."id"
      UNION ALL
      SELECT 3, 'objected', s."slug", v."version", v."id", NULL, a."issued_at"
        FROM "Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id" CROSS JOIN LATERAL ${lastVerdict} a
        WHERE ${isOwn} AND ${isObjection}
          AND NOT EXISTS (SELECT 1 FROM "Challenges" x WHERE x."audit_id" = a."id" AND x."state" = 'open')
      UNION ALL
      SELECT 3, 'overturned', s."slug", v."version", v."id", NULL, max(c."decided_at")
        FROM "Skills" s JOIN "SkillVersions" v ON v."skill_id" = s."id"
        JOIN "Challenges" c ON c."version_id" = v."id" AND c."state" = 'upheld' AND c."decided_at" >= ${reviewsSince}
        WHERE ${isOwn} GROUP BY s."slug", v."version", v."id"
      UNION ALL
      SELECT 5, 'answered', s."slug", NULL, NULL, NULL, max(p."decided_at")
        FROM "Skills" s JOIN "Appeals" p ON p."skill_id" = s."id" AND p."account_id" IN (s."owner_id", ${accountId})
        WHERE ${isOwn} AND p."version_id" IS NULL AND p."state" = 'granted'
          AND p."decided_at" >= ${reviewsSince} AND s."quarantined_at" IS NULL GROUP BY s."slug"
      UNION ALL
      SELECT 5, 'reviewed', s."slug", NULL, NULL, count(*)::int, max(w."updated_at")
        FROM "Skills" s JOIN "Reviews" w ON w."skill_id" = s."id" AND w."updated_at" >= ${reviewsSince}
        WHERE ${isOwn} GROUP BY s."slug"
      UNION ALL
      SELECT 4, 'asked', s."slug", NULL, NULL, count(*)::int, max(q."created_at")
        FROM "Skills" s JOIN "SkillPosts" q ON q."skill_id" = s."id" AND q."question_id" IS NULL AND q."hidden_at" IS NULL
        JOIN "Accounts" b ON b."id" = q."account_id" AND b."quarantined_at" IS NULL
        WHERE ${speaksFor} AND q."account_id" <> ${accountId} AND s."quarantined_at" IS NULL
          AND NOT EXISTS (SELECT 1 FROM "SkillPosts" r WHERE r."question_id" = q."id" AND (r."account_id" = s."owner_id"
            OR EXISTS (SELECT 1 FROM "SkillMaintainers" m WHERE m."skill_id" = s."id" AND m."account_id" = r."account_id" AND m."state" = 'active')))
        GROUP BY s."slug"
      UNION ALL
      SELECT 5, 'replied', s."slug", NULL, NULL, count(*)::int, max(r."created_at")
        FROM "SkillPosts" q JOIN "Skills" s ON s."id" = q."skill_id" JOIN "SkillPosts" r ON r."question_id" = q."id"
        JOIN "Accounts" b ON b."id" = r."account_id" AND b."quarantined_at" IS NULL
        WHERE q."account_id" = ${accountId} AND q."hidden_at" IS NULL AND r."hidden_at" IS NULL AND r."account_id" <> ${accountId}
          AND r."created_at" >= ${reviewsSince} AND s."quarantined_at" IS NULL GROUP BY s."slug"
    ) a ORDER BY a.rank, a."at" DESC LIMIT ${limit}`);
}
