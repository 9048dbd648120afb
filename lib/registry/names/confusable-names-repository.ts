import type { Database } from "@/lib/db/client";

/** A skill that another may be taken for. */
export interface Resembled {
  slug: string;
  publisher: string;
}

/** A skill by the name it has, and the canonical names that are easily taken for that one. */
export interface LikelyTaken {
  slug: string;
  names: readonly string[];
}

/**
 * By the slug of each given skill, the listed skill that had one of those canonical names first, if it had it before
 * the given one had its name and is another account's. Whoever had the first of several like names, also under a name
 * before, is nobody's copy, whatever others were made of it since. Each name is looked up in the index of names; the
 * other skill is given by the name that is alike, which leads to it. One query.
 */
export async function listResembledRows(
  db: Database,
  given: readonly LikelyTaken[],
): Promise<Map<string, Resembled>> {
  const slugs = given.map(({ slug }) => slug);
  const names = given.map((one) => one.names.join(" ")); // canonical names hold no blank
  const rows = await db.$queryRaw<{ of: string; slug: string; publisher: string; isOwn: boolean }[]>`
    SELECT g."slug" AS "of", f.*
    FROM unnest(${slugs}::text[], ${names}::text[]) AS g("slug", "names")
      JOIN "Skills" s ON s."slug" = g."slug" LEFT JOIN "SkillNames" own ON own."name" = s."slug"
      CROSS JOIN LATERAL (
        SELECT n."name" AS "slug", a."username" AS "publisher", o."owner_id" IS NOT DISTINCT FROM s."owner_id" AS "isOwn"
        FROM "SkillNames" n JOIN "Skills" o ON o."id" = n."skill_id" JOIN "Accounts" a ON a."id" = o."owner_id"
        WHERE n."canonical_name" = ANY(string_to_array(g."names", ' ')) AND n."borne_at" < coalesce(own."borne_at", s."created_at")
          AND o."published_at" IS NOT NULL AND o."quarantined_at" IS NULL
        ORDER BY n."borne_at" LIMIT 1) f`;
  const others = rows.filter(({ isOwn }) => !isOwn);
  return new Map(others.map(({ of, slug, publisher }) => [of, { slug, publisher }]));
}
