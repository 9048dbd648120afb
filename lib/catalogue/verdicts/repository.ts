import { auditFactsSql, auditMarkSql, endedSealSql, type EndedSeal } from "@/lib/audits/audit-state-sql";
import type { Database } from "@/lib/db/client";
import { iso } from "@/lib/db/iso-sql";
import { Prisma } from "@/lib/db/generated/client";
import { isCalledSql } from "@/lib/registry/names/called-sql";
import type { AuditMark, AuditState } from "@/lib/registry/views";
import { isShownSql } from "@/lib/registry/access/shown-sql";

const { sql } = Prisma;

/** A copy by a name of its skill, and its number, its digest, or both. */
export interface AskedCopy {
  name: string;
  version: string | null;
  digest: string | null;
}

export interface VerdictRow {
  /** Its place among those asked for. */
  place: number;
  slug: string;
  quarantineReason: string | null;
  /** In its owner's words; `successor` is null where nobody may see the one that takes its place. */
  deprecated: { message: string; successor: string | null } | null;
  /** The versions that are given out now, under `latest` and `next`; null where none is. */
  newest: OfferedVersion | null;
  next: OfferedVersion | null;
  /** Null where no published version is of this number, or without a number, of this digest; so is all that follows. */
  version: string | null;
  packageDigest: string | null;
  publishedAt: string | null;
  publisher: { id: string; name: string } | null;
  yankedAt: string | null;
  yankReason: string | null;
  yankKind: string | null;
  auditState: AuditState;
  audit: AuditMark | null;
  endedSeal: EndedSeal | null;
}

export interface OfferedVersion {
  version: string;
  packageDigest: string;
  publisher: { id: string; name: string } | null;
}

/** A version's publisher as they are called now, as JSON; null for a draft that nobody claimed. */
const publisherOf = (version: Prisma.Sql) =>
  sql`(SELECT json_build_object('id', p."id", 'name', p."username") FROM "Accounts" p WHERE p."id" = ${version}."publisher_id")`;

/** What is given out to who asks for this version now, as JSON. */
const offered = (versionId: Prisma.Sql) =>
  sql`(SELECT json_build_object('version', w."version", 'packageDigest', w."package_digest", 'publisher', ${publisherOf(sql`w`)})
    FROM "SkillVersions" w WHERE w."id" = ${versionId} AND w."yanked_at" IS NULL AND s."quarantined_at" IS NULL)`;

/**
 * The skills asked for that were ever published, each with the version that was named, and what is given out now; a skill
 * that nobody may see is left out. One query, in which each is looked up as if alone.
 */
export function selectVerdicts(db: Database, asked: readonly AskedCopy[], now: Date): Promise<VerdictRow[]> {
  const names = asked.map(({ name }) => name);
  const versions = asked.map(({ version }) => version);
  const digests = asked.map(({ digest }) => digest);
  return db.$queryRaw<VerdictRow[]>(sql`
    SELECT (g."place" - 1)::int AS "place", s."slug",
      CASE WHEN s."quarantined_at" IS NOT NULL THEN coalesce(s."quarantine_reason", '') END AS "quarantineReason",
      CASE WHEN s."deprecated_at" IS NOT NULL THEN json_build_object('message', s."deprecation_message", 'successor',
        (SELECT r."slug" FROM "Skills" r WHERE r."id" = s."successor_id" AND r."latest_version_id" IS NOT NULL
          AND ${isShownSql(sql`r`)})) END AS "deprecated",
      ${offered(sql`s."latest_version_id"`)} AS "newest", ${offered(sql`s."next_version_id"`)} AS "next",
      v."version", v."package_digest" AS "packageDigest", ${iso(sql`v."published_at"`)} AS "publishedAt",
      ${publisherOf(sql`v`)} AS "publisher", ${iso(sql`v."yanked_at"`)} AS "yankedAt",
      CASE WHEN v."yanked_at" IS NOT NULL THEN coalesce(v."yank_reason", '') END AS "yankReason", v."yank_kind" AS "yankKind",
      d.audit_state AS "auditState", ${auditMarkSql("d", now)} AS "audit", ${endedSealSql("d", now)} AS "endedSeal"
    FROM unnest(${names}::text[], ${versions}::text[], ${digests}::text[]) WITH ORDINALITY AS g("name", "version", "digest", "place")
    JOIN LATERAL (SELECT s.* FROM "Skills" s WHERE ${isCalledSql(sql`g."name"`)}
      AND (s."latest_version_id" IS NOT NULL OR s."quarantined_at" IS NOT NULL) LIMIT 1) s ON TRUE
    LEFT JOIN LATERAL (SELECT v.* FROM "SkillVersions" v WHERE v."skill_id" = s."id" AND v."published_at" IS NOT NULL
      AND CASE WHEN g."version" IS NULL THEN v."package_digest" = g."digest" ELSE v."version" = g."version" END
      ORDER BY v."published_at" DESC LIMIT 1) v ON TRUE
    ${auditFactsSql("d", now)}
    ORDER BY g."place"`);
}
