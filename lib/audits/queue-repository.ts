import { auditFactsSql, carriesAuditSql } from "@/lib/audits/audit-state-sql";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { readerOf } from "@/lib/registry/access/reader";
import { mayReadSql } from "@/lib/registry/access/shown-sql";
import { everMaintainersSql, maintainersSql } from "@/lib/registry/publishers/publisher-sql";
import type { CaseFilter } from "@/lib/registry/versions/case-filter";
import { caseConditionSql, caseOrderSql } from "@/lib/registry/versions/case-filter-sql";
import type { AuditState } from "@/lib/registry/views";

const { sql } = Prisma;

export interface QueueEntry {
  versionId: string;
  version: string;
  publishedAt: Date;
  sizeBytes: number;
  /** User name; null for a draft nobody has claimed. */
  owner: string | null;
  /** What its code runs on; null for instructions alone. */
  runtime: string | null;
  slug: string;
  description: string;
  contentLanguage: string;
  /** The account that asks publishes the skill, as its owner or maintaining it, or did once. */
  own: boolean;
  calls7d: number;
  auditState: "Unverified" | "Optimistic";
  bondLamports: bigint | null;
  /** Since when its owner asks for an audit; null while nobody does. */
  auditAskedAt: Date | null;
  claimedBy: string | null;
  claimedByName: string | null;
  claimedUntil: Date | null;
}

/**
 * Listed versions (none of a skill in quarantine) that no seal in force covers, as far as a filter asks for them and the account may read
 * their files: those asked for first, then the oldest publication; one query, by the one rule of `audit-state`.
 */
export function listUnsealedVersions(
  db: Database,
  {
    accountId,
    now,
    limit,
    skip = 0,
    filter = {},
  }: { accountId: string; now: Date; limit: number; skip?: number; filter?: CaseFilter },
): Promise<QueueEntry[]> {
  return db.$queryRaw<QueueEntry[]>(sql`
    SELECT v."id" AS "versionId", v."version", v."published_at" AS "publishedAt", v."package_size_bytes" AS "sizeBytes", v."runtime_language" AS "runtime",
      (SELECT o."username" FROM "Accounts" o WHERE o."id" = s."owner_id") AS "owner", s."slug", s."description",
      s."content_language" AS "contentLanguage", s."calls_7d" AS "calls7d",
      (s."owner_id" IS NOT DISTINCT FROM ${accountId} OR EXISTS (SELECT 1 FROM "SkillTransfers" t WHERE t."skill_id" = s."id"
        AND t."state" = 'accepted' AND t."from_id" = ${accountId})
        OR ${accountId} = ANY(${everMaintainersSql(sql`s."id"`)})) AS "own",
      d.audit_state AS "auditState", d.bond AS "bondLamports",
      v."audit_asked_at" AS "auditAskedAt",
      c."verifier_id" AS "claimedBy", f."display_name" AS "claimedByName", c."expires_at" AS "claimedUntil"
    FROM "Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id"
    LEFT JOIN "ReviewClaims" c ON c."version_id" = v."id" AND c."expires_at" > ${now}
    LEFT JOIN "Verifiers" f ON f."id" = c."verifier_id"
    ${auditFactsSql("d", now)}
    WHERE s."quarantined_at" IS NULL AND (s."access" = 'public' OR ${mayReadSql(readerOf({ accountId }))}) AND v."published_at" IS NOT NULL AND v."yanked_at" IS NULL AND d.audit_state <> 'Audited'
      AND ${caseConditionSql(filter)}
    ORDER BY ${caseOrderSql(filter)}v."audit_asked_at" NULLS LAST, v."published_at", v."id" LIMIT ${limit} OFFSET ${skip}`);
}

/** What decides which audit a version needs. */
export interface DutyRow {
  versionId: string;
  skillId: string;
  version: string;
  createdAt: Date;
  /** The release before, and the least step from it. */
  previousVersionId: string | null;
  requiredBump: string | null;
  /** It is a patch whose audit of another version is in force. */
  carries: boolean;
}

export function listDutyRows(db: Database, versionIds: readonly string[], now: Date): Promise<DutyRow[]> {
  return db.$queryRaw<DutyRow[]>(sql`
    SELECT v."id" AS "versionId", v."skill_id" AS "skillId", v."version", v."created_at" AS "createdAt",
      v."previous_version_id" AS "previousVersionId", v."required_bump" AS "requiredBump", ${carriesAuditSql(now)} AS "carries"
    FROM "SkillVersions" v WHERE v."id" = ANY(${[...versionIds]}::text[])`);
}

export interface AskableRow {
  slug: string;
  version: string;
  ownerId: string | null;
  /** Account ids of who maintains it. */
  maintainers: string[];
  quarantineReason: string | null;
  published: boolean;
  yanked: boolean;
  /** Number of the version of this skill that is listed now; null while none is. */
  listedVersion: string | null;
  auditState: AuditState;
}

/** What decides whether an audit of a version can be asked for; null when there is no such version. */
export async function findAskable(db: Database, versionId: string, now: Date): Promise<AskableRow | null> {
  const [row] = await db.$queryRaw<AskableRow[]>(sql`
    SELECT s."slug", v."version", s."owner_id" AS "ownerId", ${maintainersSql(sql`s."id"`)} AS "maintainers", s."quarantine_reason" AS "quarantineReason",
      v."published_at" IS NOT NULL AS "published", v."yanked_at" IS NOT NULL AS "yanked", l."version" AS "listedVersion",
      d.audit_state AS "auditState"
    FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
    LEFT JOIN "SkillVersions" l ON l."id" = s."latest_version_id"
    ${auditFactsSql("d", now)} WHERE v."id" = ${versionId}`);
  return row ?? null;
}

/** Since when an audit of the version is asked for: from the first of however many ask at once. */
export async function setAuditAsked(db: Database, versionId: string, at: Date): Promise<Date> {
  const [row] = await db.$queryRaw<{ askedAt: Date }[]>(sql`
    UPDATE "SkillVersions" SET "audit_asked_at" = COALESCE("audit_asked_at", ${at}) WHERE "id" = ${versionId}
    RETURNING "audit_asked_at" AS "askedAt"`);
  if (!row) throw new Error(`version ${versionId} is gone, and versions are never deleted`);
  return row.askedAt;
}

/** A signed verdict answers the request; who wants another one asks again. */
export async function deleteAuditRequest(db: Database, versionId: string): Promise<void> {
  await db.skillVersion.updateMany({
    where: { id: versionId, auditAskedAt: { not: null } },
    data: { auditAskedAt: null },
  });
}
