import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { NearWord } from "@/lib/catalogue/search/nearest-words";
import { rowColumns, rowJoins, type StoredRow } from "@/lib/catalogue/search/row-repository";
import { listedCondition } from "@/lib/catalogue/search/listed-sql";

const { sql } = Prisma;
/** Enough to tell the common word from the rare one. */
const MAX_COUNTED = 20;
/** Skills that are compared when no name answers: a common word stands in very many texts. */
const MAX_COMPARED = 1_000;

/**
 * Which of the tokens listed skills are found under, and by how many of at most twenty. One query, in which each token
 * is looked up in the index as if alone: hundreds asked of every row would be compared with every word of it.
 */
export async function countTokens(
  db: Database,
  tokens: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ token: string; skills: number }[]>(sql`
    SELECT word."token", found."skills" FROM unnest(${[...tokens]}::text[]) word("token")
    CROSS JOIN LATERAL (SELECT count(*)::int AS "skills" FROM (
      SELECT 1 FROM "Skills" s WHERE s."search_tokens" @> ARRAY[word."token"] AND ${listedCondition(now)}
      LIMIT ${MAX_COUNTED}) few) found
    WHERE found."skills" > 0`);
  return new Map(rows.map(({ token, skills }) => [token, skills]));
}

interface Nearest {
  words: readonly NearWord[];
  now: Date;
  limit: number;
}

/** Listed skills that answer at least one of the words, most words first; names before texts. One query. */
export function selectNearest(db: Database, { words, now, limit }: Nearest): Promise<StoredRow[]> {
  const anyOf = (lists: readonly (readonly string[])[]) => sql`s."search_tokens" && ${lists.flat()}::text[]`;
  const answered = Prisma.join(
    words.map(({ inText, inName }) => sql`(${anyOf([inText, inName])})::int`),
    " + ",
  );
  const best = sql`"answered" DESC, "calls" DESC, "id"`;
  const columns = sql`s."id", ${answered} AS "answered", s."calls_7d" AS "calls"`;
  return db.$queryRaw<StoredRow[]>(sql`
    WITH named AS MATERIALIZED (
      SELECT ${columns}, 0 AS "place" FROM "Skills" s
      WHERE ${listedCondition(now)} AND ${anyOf(words.map(({ inName }) => inName))} ORDER BY ${best} LIMIT ${limit}),
    others AS MATERIALIZED (
      SELECT * FROM (SELECT ${columns}, 1 AS "place" FROM "Skills" s
        WHERE ${listedCondition(now)} AND ${anyOf(words.map(({ inText }) => inText))}
          AND (SELECT count(*) FROM named) < ${limit} AND s."id" NOT IN (SELECT "id" FROM named)
        LIMIT ${MAX_COMPARED}) compared ORDER BY ${best} LIMIT ${limit}),
    hit AS (SELECT * FROM named UNION ALL SELECT * FROM others ORDER BY "place", ${best} LIMIT ${limit})
    SELECT ${rowColumns()} FROM hit h JOIN "Skills" s ON s."id" = h."id"
    JOIN "SkillVersions" v ON v."id" = s."latest_version_id" ${rowJoins(now)}
    ORDER BY h."place", h."answered" DESC, h."calls" DESC, h."id"`);
}
