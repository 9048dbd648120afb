import { auditFactsSql, auditMarkSql } from "@/lib/audits/audit-state-sql";
import type { Database } from "@/lib/db/client";
import { iso } from "@/lib/db/iso-sql";
import { Prisma } from "@/lib/db/generated/client";
import { isCalledSql } from "@/lib/registry/names/called-sql";
import type { AuditMark, AuditState, FindingView } from "@/lib/registry/views";

const { sql } = Prisma;

/** A version by a name of its skill and its number. */
export interface AskedVersion {
  slug: string;
  version: string;
}

export interface SecurityRow {
  /** Its place among those asked for. */
  place: number;
  slug: string;
  displayName: string;
  publisher: string | null;
  quarantineReason: string | null;
  /** Null where the skill has no published version of this number; so is all that follows. */
  version: string | null;
  publishedAt: Date | null;
  packageDigest: string | null;
  yankReason: string | null;
  auditState: AuditState;
  audit: AuditMark | null;
  upheldChallenge: boolean;
  engineVersion: string | null;
  reportDigest: string | null;
  scannedAt: string | null;
  findings: Pick<FindingView, "code" | "severity" | "confidence">[];
}

/**
 * The skills asked for that were ever published, each with what is known of the version that was named; a skill nobody
 * knows is left out. One query, in which each is looked up as if
 * alone.
 */
export function selectSecurity(
  db: Database,
  asked: readonly AskedVersion[],
  now: Date,
): Promise<SecurityRow[]> {
  const slugs = asked.map(({ slug }) => slug);
  const versions = asked.map(({ version }) => version);
  return db.$queryRaw<SecurityRow[]>(sql`
    SELECT (g."place" - 1)::int AS "place", s."slug", s."display_name" AS "displayName", o."username" AS "publisher",
      CASE WHEN s."quarantined_at" IS NOT NULL THEN coalesce(s."quarantine_reason", '') END AS "quarantineReason",
      v."version", v."published_at" AS "publishedAt", v."package_digest" AS "packageDigest",
      CASE WHEN v."yanked_at" IS NOT NULL THEN coalesce(v."yank_reason", 'no reason given') END AS "yankReason",
      d.audit_state AS "auditState", ${auditMarkSql("d", now)} AS "audit",
      EXISTS (SELECT 1 FROM "Challenges" x WHERE x."version_id" = v."id" AND x."state" = 'upheld') AS "upheldChallenge",
      t."engine_version" AS "engineVersion", t."report_digest" AS "reportDigest", ${iso(sql`t."finished_at"`)} AS "scannedAt",
      coalesce((SELECT json_agg(json_build_object('code', f."code", 'severity', f."severity", 'confidence', f."confidence")
        ORDER BY f."position") FROM "VettingFindings" f WHERE f."job_id" = t."id"), '[]'::json) AS "findings"
    FROM unnest(${slugs}::text[], ${versions}::text[]) WITH ORDINALITY AS g("slug", "version", "place")
    JOIN LATERAL (SELECT s.* FROM "Skills" s WHERE ${isCalledSql(sql`g."slug"`)} 
      AND (s."latest_version_id" IS NOT NULL OR s."quarantined_at" IS NOT NULL) LIMIT 1) s ON TRUE
    LEFT JOIN "Accounts" o ON o."id" = s."owner_id"
    LEFT JOIN LATERAL (SELECT v.* FROM "SkillVersions" v WHERE v."skill_id" = s."id" AND v."version" = g."version"
      AND v."published_at" IS NOT NULL LIMIT 1) v ON TRUE
    LEFT JOIN LATERAL (SELECT j.* FROM "VettingJobs" j WHERE j."version_id" = v."id" AND j."job_status" = 'done'
      ORDER BY j."created_at" DESC LIMIT 1) t ON TRUE
    ${auditFactsSql("d", now)}
    ORDER BY g."place"`);
}
