import type { Database } from "@/lib/db/client";

/** A skill that another may be taken for. */
export interface Resembled {
  slug: string;
  publisher: string;
}

/**
 * The oldest listed skill with one of these canonical names, if it is older than the given one and another account's. Whoever had the
 * first of several like names is nobody's copy, whatever others were made of it since. Each name is looked up in the index of names.
 */
export async function findResembledRow(
  db: Database,
  slug: string,
  names: readonly string[],
): Promise<Resembled | null> {
  const [first] = await db.$queryRaw<(Resembled & { isOwn: boolean })[]>`
    SELECT o."slug", a."username" AS "publisher", o."owner_id" IS NOT DISTINCT FROM s."owner_id" AS "isOwn"
    FROM "Skills" s JOIN "Skills" o ON o."canonical_name" = ANY(${[...names]}::text[])
      JOIN "Accounts" a ON a."id" = o."owner_id"
    WHERE s."slug" = ${slug} AND o."created_at" < s."created_at"
      AND o."published_at" IS NOT NULL AND o."quarantined_at" IS NULL
    ORDER BY o."created_at" LIMIT 1`;
  return first === undefined || first.isOwn ? null : { slug: first.slug, publisher: first.publisher };
}
