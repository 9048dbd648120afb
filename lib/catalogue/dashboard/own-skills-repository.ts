import { auditFactsSql, effectiveTrustSql } from "@/lib/audits/audit-state-sql";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { callsByDayOf } from "@/lib/catalogue/skill-page/detail-repository";
import { executableFilesSql } from "@/lib/registry/packages/executable-files-sql";
import { uploaderSql } from "@/lib/registry/publishers/uploader-sql";
import type { AuditState, TrustLevel, Uploader, VettingStatus } from "@/lib/registry/views";

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
  /** It is the version that is listed, and no seal covers it: an audit of it can be asked for. */
  askable: boolean;
  /** Since when one is asked for; null while nobody asks. */
  auditAskedAt: Date | null;
  /** The last verdict a verifier signed about it, and did not take back, is no seal. */
  objected: boolean;
  trustLevel: TrustLevel;
  examplesTotal: number;
  examplesProven: number;
  priceLamports: string;
  /** Finished calls of all versions on each of the last 14 days (UTC), oldest first. */
  callsByDay: number[];
  callsTotal: number;
  downloadsTotal: number;
  uploadedAt: Date;
}

/** The last verdict that was signed about the version `v`. */
const lastVerdict = sql`(SELECT * FROM "Audits" o WHERE o."version_id" = v."id" ORDER BY o."issued_at" DESC, o."id" DESC LIMIT 1)`;
const isObjection = sql`a."verdict" <> 'seal' AND a."revoked_at" IS NULL`;

/** The newest version of each skill of an account, whatever its vetting said, the most called first; one query. */
export function listNewestOwnVersions(
  db: Database,
  { ownerId, now, limit }: { ownerId: string; now: Date; limit: number },
): Promise<OwnSkillRow[]> {
  return db.$queryRaw<OwnSkillRow[]>(sql`
    SELECT s."slug", v."id" AS "versionId", v."version", v."package_digest" AS "packageDigest",
      ${executableFilesSql(sql`v."id"`)} AS "executableFiles", ${uploaderSql} AS "uploader", v."vetting_status"::text AS "vettingStatus",
      v."published_at" IS NOT NULL AS "published", v."yanked_at" IS NOT NULL AS "yanked",
      s."quarantined_at" IS NOT NULL AS "quarantined", d.audit_state AS "auditState",
      COALESCE(v."id" = s."latest_version_id", false) AND v."yanked_at" IS NULL AND s."quarantined_at" IS NULL
        AND d.audit_state <> 'Audited' AS "askable", v."audit_asked_at" AS "auditAskedAt",
      EXISTS (SELECT 1 FROM ${lastVerdict} a WHERE ${isObjection}) AS "objected",
      ${effectiveTrustSql(sql`d.audit_state`)} AS "trustLevel",
      v."examples_total" AS "examplesTotal", v."examples_proven" AS "examplesProven",
      v."price_lamports"::text AS "priceLamports", ${callsByDayOf(sql`s."id"`, now)} AS "callsByDay",
      s."calls_total" AS "callsTotal", s."downloads_total" AS "downloadsTotal", v."created_at" AS "uploadedAt"
    FROM "Skills" s
    CROSS JOIN LATERAL (SELECT * FROM "SkillVersions" o WHERE o."skill_id" = s."id"
      ORDER BY o."created_at" DESC, o."id" DESC LIMIT 1) v
    ${auditFactsSql("d", now)}
    WHERE s."owner_id" = ${ownerId}
    ORDER BY s."calls_7d" DESC, s."calls_total" DESC, s."slug" LIMIT ${limit}`);
}

/**
 * The price of an account's skill as it is listed, by any of its names; null when nothing of that name and account is.
 */
export async function findListedPrice(
  db: Database,
  { accountId, slug }: { accountId: string; slug: string },
): Promise<bigint | null> {
  const row = await db.skill.findFirst({
    where: {
      OR: [{ slug }, { names: { some: { name: slug } } }],
      AND: { OR: [{ ownerId: accountId }, { maintainers: { some: { accountId, state: "active" } } }] },
      latestVersionId: { not: null },
    },
    select: { priceLamports: true },
  });
  return row && BigInt(row.priceLamports.toFixed(0));
}

export type AttentionKind =
  | "quarantined"
  | "offered"
  | "invited"
  | "rejected"
  | "caution"
  | "failing"
  | "drifted"
  | "challenged"
  | "overturned"
  | "objected"
  | "answered"
  | "reviewed";

export interface AttentionRow {
  kind: AttentionKind;
  slug: string;
  version: string | null;
  versionId: string | null;
  /** Position of the first example, or how many reviews. */
  number: number | null;
  at: Date;
}

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

/**
 * What an account should look at: skills that others offer or invite to, and of its own: skills in quarantine, versions
 * that did not pass (as well its uploads to skills it maintains), examples that stopped being proven, open challenges,
 * listed versions that a verifier read and did not seal, appeals granted, challenges upheld and reviews since
 * `reviewsSince`. One query, the gravest first.
 */
export function listAttentionRows(
  db: Database,
  { ownerId, now, reviewsSince, limit }: { ownerId: string; now: Date; reviewsSince: Date; limit: number },
): Promise<AttentionRow[]> {
  const own = sql`"Skills" s WHERE s."owner_id" = ${ownerId}`;
  return db.$queryRaw<AttentionRow[]>(sql`
    SELECT "kind", "slug", "version", "versionId", "number", "at" FROM (
      SELECT 0 AS rank, 'quarantined' AS "kind", s."slug", NULL AS "version", NULL AS "versionId", NULL::int AS "number",
        s."quarantined_at" AS "at" FROM ${own} AND s."quarantined_at" IS NOT NULL
      UNION ALL
      ${unpassedSql(sql`"Skills" s`, sql`s."owner_id" = ${ownerId}`)}
      UNION ALL
      ${unpassedSql(
        sql`"SkillMaintainers" m JOIN "Skills" s ON s."id" = m."skill_id"`,
        sql`m."account_id" = ${ownerId} AND m."state" = 'active' AND v."uploaded_by_id" = ${ownerId}`,
      )}
      UNION ALL
      SELECT 2, 'offered', s."slug", NULL, NULL, NULL, t."expires_at"
        FROM "SkillTransfers" t JOIN "Skills" s ON s."id" = t."skill_id"
        WHERE t."to_id" = ${ownerId} AND t."state" = 'offered' AND t."expires_at" > ${now}
      UNION ALL
      SELECT 2, 'invited', s."slug", NULL, NULL, NULL, m."expires_at"
        FROM "SkillMaintainers" m JOIN "Skills" s ON s."id" = m."skill_id"
        WHERE m."account_id" = ${ownerId} AND m."state" = 'invited' AND m."expires_at" > ${now}
      UNION ALL
      SELECT 2, 'challenged', s."slug", v."version", v."id", NULL, c."deadline"
        FROM "Skills" s JOIN "SkillVersions" v ON v."skill_id" = s."id"
        JOIN "Challenges" c ON c."version_id" = v."id" AND c."state" = 'open' WHERE s."owner_id" = ${ownerId}
      UNION ALL
      SELECT 3, CASE WHEN bool_or(r."state" = 'failing') THEN 'failing' ELSE 'drifted' END, s."slug", v."version", v."id", min(r."position"), min(r."replayed_at")
        FROM "Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id"
        JOIN "ExampleReplays" r ON r."version_id" = v."id" AND r."state" IN ('failing', 'drifted')
        WHERE s."owner_id" = ${ownerId} GROUP BY s."slug", v."version", v."id"
      UNION ALL
      SELECT 3, 'objected', s."slug", v."version", v."id", NULL, a."issued_at"
        FROM "Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id" CROSS JOIN LATERAL ${lastVerdict} a
        WHERE s."owner_id" = ${ownerId} AND ${isObjection}
          AND NOT EXISTS (SELECT 1 FROM "Challenges" x WHERE x."audit_id" = a."id" AND x."state" = 'open')
      UNION ALL
      SELECT 3, 'overturned', s."slug", v."version", v."id", NULL, max(c."decided_at")
        FROM "Skills" s JOIN "SkillVersions" v ON v."skill_id" = s."id"
        JOIN "Challenges" c ON c."version_id" = v."id" AND c."state" = 'upheld' AND c."decided_at" >= ${reviewsSince}
        WHERE s."owner_id" = ${ownerId} GROUP BY s."slug", v."version", v."id"
      UNION ALL
      SELECT 5, 'answered', s."slug", NULL, NULL, NULL, max(p."decided_at")
        FROM "Skills" s JOIN "Appeals" p ON p."skill_id" = s."id" AND p."account_id" = s."owner_id"
        WHERE s."owner_id" = ${ownerId} AND p."version_id" IS NULL AND p."state" = 'granted'
          AND p."decided_at" >= ${reviewsSince} AND s."quarantined_at" IS NULL GROUP BY s."slug"
      UNION ALL
      SELECT 5, 'reviewed', s."slug", NULL, NULL, count(*)::int, max(w."updated_at")
        FROM "Skills" s JOIN "Reviews" w ON w."skill_id" = s."id" AND w."updated_at" >= ${reviewsSince}
        WHERE s."owner_id" = ${ownerId} GROUP BY s."slug"
    ) a ORDER BY a.rank, a."at" DESC LIMIT ${limit}`);
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
