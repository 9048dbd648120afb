import { auditFactsSql, carriedFromSql } from "@/lib/audits/audit-state-sql";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { isCalledSql } from "@/lib/registry/names/called-sql";
import { uploaderSql } from "@/lib/registry/publishers/uploader-sql";
import type { VersionRow } from "@/lib/registry/views";

const { sql } = Prisma;

export type StoredVersionHistory = Omit<VersionRow, "auditDuty" | "publishedAt" | "yankedAt"> & {
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
    SELECT v."id", v."version", v."id" IS NOT DISTINCT FROM s."latest_version_id" AS "isLatest", v."version_change" AS "change", v."required_bump" AS "requiredBump",
      coalesce(v."differences", '[]'::json) AS "differences", d.audit_state AS "auditState",
      ${carriedFromSql("d")} AS "auditCarriedFrom",
      v."vetting_status"::text AS "vettingStatus", v."price_lamports"::text AS "priceLamports",
      v."package_digest" AS "packageDigest", v."package_size_bytes" AS "sizeBytes", v."changelog", ${uploaderSql} AS "uploader",
      v."published_at" AS "publishedAt", v."yanked_at" AS "yankedAt", v."yank_reason" AS "yankReason"
    FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
    ${auditFactsSql("d", now)}
    WHERE ${isCalledSql(slugOrId)} AND v."published_at" IS NOT NULL
      AND s."quarantined_at" IS NULL
    ORDER BY v."created_at" DESC, v."id" DESC`);
}
