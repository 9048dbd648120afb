import { latestVettingSql, sealsSql } from "@/lib/catalogue/skill-page/detail-repository";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { FindingView, PackageFileRow, SealView, SkillDetail } from "@/lib/registry/views";
import { areFilesGivenSql } from "@/lib/registry/access/shown-sql";

const { sql } = Prisma;

/** Nobody's front matter is as long; the rest of a document is read as a file. */
const FRONT_MATTER_CHARACTERS = 32_768;

export interface StoredServed {
  skillId: string;
  versionId: string;
  version: string;
  /** The beginning of SKILL.md. */
  skillMdStart: string;
  packageDigest: string;
  withdrawn: boolean;
  files: Pick<PackageFileRow, "path" | "sha256" | "sizeBytes" | "isText">[];
  seals: SealView[];
  vetting: SkillDetail["vetting"] | null;
  findings: FindingView[] | null;
}

/**
 * The newest versions of skills, or those that are named, as far as their files are given, with these, seals and vetting, in no particular order;
 * one query. Seals are asked for where there is one that counts: `sealed` has the ids of these skills.
 */
export function selectServed(
  db: Database,
  {
    sealed,
    now,
    ...of
  }: ({ skillIds: readonly string[] } | { versionIds: readonly string[] }) & {
    sealed: readonly string[];
    now: Date;
  },
): Promise<StoredServed[]> {
  const from =
    "skillIds" in of
      ? sql`"Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id"`
      : sql`"SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id"`;
  const which =
    "skillIds" in of
      ? sql`s."id" = ANY(${[...of.skillIds]}::text[])`
      : sql`v."id" = ANY(${[...of.versionIds]}::text[])`;
  return db.$queryRaw<StoredServed[]>(sql`
    SELECT s."id" AS "skillId", v."id" AS "versionId", v."version", left(v."skill_md", ${FRONT_MATTER_CHARACTERS}::int) AS "skillMdStart",
      v."package_digest" AS "packageDigest", v."yanked_at" IS NOT NULL AS "withdrawn",
      coalesce((SELECT json_agg(json_build_object('path', p."path", 'sha256', p."sha256", 'sizeBytes', p."size_bytes",
        'isText', p."is_text") ORDER BY p."path" COLLATE "C") FROM "PackageFiles" p WHERE p."version_id" = v."id"), '[]'::json) AS "files",
      CASE WHEN s."id" = ANY(${[...sealed]}::text[]) THEN ${sealsSql(now)} ELSE '[]'::json END AS "seals", j."vetting", j."findings"
    FROM ${from}
    LEFT JOIN LATERAL (${latestVettingSql}) j ON TRUE
    WHERE ${which} AND ${areFilesGivenSql()}`);
}
