import { auditFactsSql, countingVerifiersSql } from "@/lib/audits/audit-state-sql";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { versionPublisherSql } from "@/lib/registry/publishers/publisher-sql";
import { priceInForceSql } from "@/lib/registry/versions/version-sql";
import type { AuditState } from "@/lib/registry/views";
import type { Hints, Origins, Permissions } from "@/lib/skill-format";
import type { Finding } from "@/lib/vetting/finding";
import type { Picture } from "@/lib/vetting/facts/picture";

const { sql } = Prisma;

/** What a policy is judged by, of one version. */
export interface StoredFacts {
  skillId: string;
  slug: string;
  version: string;
  auditState: AuditState;
  /** Wallets of those whose seals count for it. */
  verifiers: string[];
  publisher: { id: string; username: string } | null;
  permissions: Permissions;
  hints: Hints;
  origins: Origins | null;
  publishedAt: Date | null;
  license: string | null;
  priceLamports: string;
  /** Of the newest report; null where none has ended. */
  findings: Pick<Finding, "code" | "severity" | "message">[] | null;
  picture: Pick<Picture, "contacts"> | null;
}

/** Versions by their ids, or the latest of skills by theirs. */
export type AskedVersions = { versionIds: readonly string[] } | { skillIds: readonly string[] };

/** The facts of versions, in no particular order; one query. */
export function selectVersionFacts(db: Database, asked: AskedVersions, now: Date): Promise<StoredFacts[]> {
  const which =
    "versionIds" in asked
      ? sql`v."id" = ANY(${[...asked.versionIds]}::text[])`
      : sql`s."id" = ANY(${[...asked.skillIds]}::text[]) AND v."id" = s."latest_version_id"`;
  return db.$queryRaw<StoredFacts[]>(sql`
    SELECT s."id" AS "skillId", s."slug", v."version", d.audit_state AS "auditState", ${countingVerifiersSql(now)} AS "verifiers",
      ${versionPublisherSql} AS "publisher", m."permissions", m."hints", m."origins", v."published_at" AS "publishedAt",
      v."license", ${priceInForceSql}::text AS "priceLamports", r."findings", r."picture"
    FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id" ${auditFactsSql("d", now)}
    CROSS JOIN LATERAL json_to_record(v."manifest") AS m("permissions" json, "hints" json, "origins" json)
    LEFT JOIN LATERAL (SELECT t."picture", coalesce((SELECT json_agg(json_build_object('code', f."code",
          'severity', f."severity", 'message', f."message") ORDER BY f."position")
        FROM "VettingFindings" f WHERE f."job_id" = t."id"), '[]'::json) AS "findings"
      FROM "VettingJobs" t WHERE t."version_id" = v."id" AND t."job_status" = 'done'
      ORDER BY t."created_at" DESC LIMIT 1) r ON TRUE
    WHERE ${which}`);
}
