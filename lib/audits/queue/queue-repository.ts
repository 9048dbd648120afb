import { auditFactsSql } from "@/lib/audits/audit-state-sql";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { everMaintainersSql } from "@/lib/registry/publishers/maintainers-sql";

const { sql } = Prisma;

export interface QueueEntry {
  versionId: string;
  version: string;
  versionChange: string;
  requiredBump: string | null;
  publishedAt: Date;
  sizeBytes: number;
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
 * Listed versions (none of a skill in quarantine) that no seal in force covers, those asked for first, then the oldest
 * publication; one query, by the one rule of `audit-state`.
 */
export function listUnsealedVersions(
  db: Database,
  { accountId, now, limit, skip = 0 }: { accountId: string; now: Date; limit: number; skip?: number },
): Promise<QueueEntry[]> {
  return db.$queryRaw<QueueEntry[]>(sql`
    SELECT v."id" AS "versionId", v."version", v."version_change" AS "versionChange", v."required_bump" AS "requiredBump",
      v."published_at" AS "publishedAt", v."package_size_bytes" AS "sizeBytes", s."slug", s."description",
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
    WHERE s."published_at" IS NOT NULL AND v."published_at" IS NOT NULL AND v."yanked_at" IS NULL AND d.audit_state <> 'Audited'
    ORDER BY v."audit_asked_at" NULLS LAST, v."published_at", v."id" LIMIT ${limit} OFFSET ${skip}`);
}
