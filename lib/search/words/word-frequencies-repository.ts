import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;
/** A rarer word is counted by the index when it is asked for, and needs no row. */
const COMMON_FROM = 20;
/** The row of this word says how many listed skills there were when words were counted. */
const ALL = "";
/** Before the first count a market is taken for one of this size. */
const SMALL_MARKET = 1_000;
/** Counted again when this share of the market came or went. */
const CHANGED_SHARE = 0.02;

export interface Frequencies {
  /** Listed skills, as last counted. */
  readonly skills: number;
  /** In how many of them each word stands; a word that none has is left out. */
  readonly of: ReadonlyMap<string, number>;
}

/** How many skills have each of the words: common ones as last counted, rare ones as they are now. One query. */
export async function selectFrequencies(db: Database, words: readonly string[]): Promise<Frequencies> {
  const rows = await db.$queryRaw<{ word: string; skills: number }[]>(sql`
    SELECT a."word", coalesce(f."skills", rare."skills", 0)::int AS "skills"
    FROM unnest(${[ALL, ...words]}::text[]) a("word") LEFT JOIN "WordFrequencies" f ON f."word" = a."word"
    LEFT JOIN LATERAL (SELECT count(*) AS "skills" FROM (
      SELECT 1 FROM "Skills" s WHERE f."word" IS NULL AND s."search_tokens" @> ARRAY[a."word"] AND s."published_at" IS NOT NULL
      LIMIT ${COMMON_FROM}) few) rare ON f."word" IS NULL`);
  const of = new Map(rows.filter(({ skills }) => skills > 0).map(({ word, skills }) => [word, skills]));
  const skills = of.get(ALL) ?? SMALL_MARKET;
  of.delete(ALL);
  return { skills: Math.max(skills, SMALL_MARKET), of };
}

/** Counts the common words of listed skills anew when enough of the market has changed. True when it did. */
export async function recountWords(db: Database): Promise<boolean> {
  const counted = await db.$executeRaw(sql`
    WITH market AS MATERIALIZED (SELECT count(*)::int AS n FROM "Skills" WHERE "published_at" IS NOT NULL),
    before AS MATERIALIZED (SELECT coalesce(max("skills"), -1) AS n FROM "WordFrequencies" WHERE "word" = ${ALL}),
    due AS MATERIALIZED (SELECT 1 FROM market, before
      WHERE before.n < 0 OR abs(market.n - before.n) > ${CHANGED_SHARE}::float8 * before.n),
    fresh AS MATERIALIZED (
      SELECT ${ALL}::text AS "word", n AS "skills" FROM market WHERE EXISTS (SELECT 1 FROM due)
      UNION ALL SELECT w."word", count(*)::int FROM "Skills" s CROSS JOIN LATERAL unnest(s."search_tokens") w("word")
      WHERE s."published_at" IS NOT NULL AND EXISTS (SELECT 1 FROM due) GROUP BY 1 HAVING count(*) >= ${COMMON_FROM}),
    gone AS (DELETE FROM "WordFrequencies" f
      WHERE EXISTS (SELECT 1 FROM due) AND NOT EXISTS (SELECT 1 FROM fresh WHERE fresh."word" = f."word"))
    INSERT INTO "WordFrequencies" ("word", "skills") SELECT "word", "skills" FROM fresh
    ON CONFLICT ("word") DO UPDATE SET "skills" = excluded."skills"`);
  return counted > 0;
}
