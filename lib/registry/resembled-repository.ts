import type { Database } from "@/lib/db/client";

/** A skill that another may be taken for. */
export interface Resembled {
  slug: string;
  publisher: string;
}

/**
 * The listed skill that had one of these canonical names first, if it had it before the given one had its name and is another account's.
 * Whoever had the first of several like names, also under a name before, is nobody's copy, whatever others were made of it since. Each
 * name is looked up in the index of names; the other skill is given by the name that is alike, which leads to it.
 */
export async function findResembledRow(
  db: Database,
  slug: string,
  names: readonly string[],
): Promise<Resembled | null> {
  const [first] = await db.$queryRaw<(Resembled & { isOwn: boolean })[]>`
    SELECT n."name" AS "slug", a."username" AS "publisher", o."owner_id" IS NOT DISTINCT FROM s."owner_id" AS "isOwn"
    FROM "Skills" s LEFT JOIN "SkillNames" own ON own."name" = s."slug"
      JOIN "SkillNames" n ON n."canonical_name" = ANY(${[...names]}::text[]) AND n."borne_at" < coalesce(own."borne_at", s."created_at")
      JOIN "Skills" o ON o."id" = n."skill_id" JOIN "Accounts" a ON a."id" = o."owner_id"
    WHERE s."slug" = ${slug} AND o."published_at" IS NOT NULL AND o."quarantined_at" IS NULL
    ORDER BY n."borne_at" LIMIT 1`;
  return first === undefined || first.isOwn ? null : { slug: first.slug, publisher: first.publisher };
}
