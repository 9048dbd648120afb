import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

/** The last verdict that was signed about the version `v`. */
export const lastVerdict = sql`(SELECT * FROM "Audits" o WHERE o."version_id" = v."id" ORDER BY o."issued_at" DESC, o."id" DESC LIMIT 1)`;

export const isObjection = sql`a."verdict" <> 'seal' AND a."revoked_at" IS NULL`;

/**
 * Versions that did not pass, of what `skills` selects as `s`, as long as nothing newer was uploaded; columns as of
 * `AttentionRow`, with the rank.
 */
export const unpassedSql = (skills: Prisma.Sql, condition: Prisma.Sql) => sql`
  SELECT CASE v."vetting_status" WHEN 'rejected' THEN 1 ELSE 4 END AS rank, v."vetting_status"::text AS "kind", s."slug", v."version", v."id" AS "versionId",
    NULL::int AS "number", v."created_at" AS "at" FROM ${skills}
    CROSS JOIN LATERAL (SELECT * FROM "SkillVersions" o WHERE o."skill_id" = s."id"
      ORDER BY o."created_at" DESC, o."id" DESC LIMIT 1) v
    WHERE ${condition} AND v."vetting_status" IN ('rejected', 'caution') AND v."published_at" IS NULL`;
