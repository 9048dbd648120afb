import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { signedBySql } from "@/lib/audits/audit-state-sql";

export interface ReviewedRow {
  versionId: string;
  slug: string;
  version: string;
  packageDigest: string;
  hasAudit: boolean;
  hasReserved: boolean;
}

/**
 * Versions of a skill by their numbers, with whether an account has signed a verdict of each that stands, or has
 * reserved it, under any enrolment of its own.
 */
export function listReviewed(
  db: Database,
  {
    accountId,
    skillId,
    versions,
    now,
  }: { accountId: string; skillId: string; versions: readonly string[]; now: Date },
): Promise<ReviewedRow[]> {
  return db.$queryRaw<ReviewedRow[]>(Prisma.sql`
    SELECT v."id" AS "versionId", s."slug", v."version", v."package_digest" AS "packageDigest",
      EXISTS (SELECT 1 FROM "Audits" a WHERE a."version_id" = v."id" AND a."revoked_at" IS NULL AND a."expires_at" > ${now}
        AND ${signedBySql(accountId)}) AS "hasAudit",
      EXISTS (SELECT 1 FROM "ReviewClaims" r JOIN "Verifiers" f ON f."id" = r."verifier_id"
        WHERE r."version_id" = v."id" AND r."expires_at" > ${now} AND f."account_id" = ${accountId}) AS "hasReserved"
    FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE v."skill_id" = ${skillId} AND v."version" = ANY(${[...versions]}::text[])
    ORDER BY v."published_at", v."id"`);
}
