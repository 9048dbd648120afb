import { database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { earnedSignals, listedSkills, listedCondition } from "@/lib/search/conditions-sql";
import { rowColumns, rowJoins, type StoredRow } from "@/lib/search/rows-repository";
import { canonicalName } from "@/lib/registry/names/canonical-name";
import { askedTerms, type AskedTerm } from "@/lib/search/words/asked-terms";
import { NAME_MARK } from "@/lib/search/words/tokens";
import { toCriteria } from "@/lib/search/criteria";

const { sql } = Prisma;
const LIMIT = 20;
const BEST = sql`"rank", "signals" DESC, "published" DESC, "id"`;

/**
 * The page of a search that asks for every word, names first and ties by the signals of the market: what the ranking
 * of any word is measured against. One SQL statement.
 */
export function listFullMatches(q: string): Promise<StoredRow[]> {
  const now = new Date();
  const criteria = toCriteria({ q });
  const terms = askedTerms(q);
  const { slug } = criteria;
  const called = sql`s."slug" = ${slug} OR s."canonical_name" = ${canonicalName(slug)}`;
  const words = Prisma.join(
    terms.map((term) => answers(term, "")),
    " AND ",
  );
  const named = sql`((${Prisma.join(
    terms.map((term) => answers(term, NAME_MARK)),
    " AND ",
  )}) OR ${called})`;
  const whole = terms.flatMap(({ ways }) => ways.slice(0, 1).flatMap(({ tokens }) => tokens));
  const select = (rank: Prisma.Sql) => sql`SELECT s."id", ${rank} AS "rank", ${earnedSignals} AS "signals",
    s."published_at" AS "published" FROM ${listedSkills({ ...criteria, asked: terms }, now)} WHERE ${listedCondition(now)}`;
  return database().$queryRaw<StoredRow[]>(sql`
    WITH named AS MATERIALIZED (${select(sql`CASE WHEN ${called} THEN 0 WHEN s."name_tokens" @> ${whole}::text[] THEN 1 ELSE 2 END`)}
        AND ${named} ORDER BY ${BEST} LIMIT ${LIMIT}),
      others AS MATERIALIZED (${select(sql`CASE WHEN (s."name_tokens" || s."topic_tokens") @> ${whole}::text[] THEN 3
          WHEN s."name_tokens" && ${whole}::text[] THEN 4 ELSE 5 END`)}
        AND (SELECT count(*) FROM named) < ${LIMIT} AND (${words}) AND s."id" NOT IN (SELECT "id" FROM named)
        ORDER BY ${BEST} LIMIT ${LIMIT}),
      hits AS (SELECT * FROM named UNION ALL SELECT * FROM others ORDER BY ${BEST} LIMIT ${LIMIT})
    SELECT ${rowColumns(now)} FROM hits h JOIN "Skills" s ON s."id" = h."id"
    JOIN "SkillVersions" v ON v."id" = s."latest_version_id" ${rowJoins(now)} ORDER BY ${BEST}`);
}

/** True where a skill has the word itself, its beginning, or in other languages a translation. */
function answers({ written, ways }: AskedTerm, mark: string): Prisma.Sql {
  const latin = /^[a-z0-9]/.test(written);
  const [own, ...others] = ways;
  const any = others
    .filter(({ kind }) => kind === "beginning" || (kind === "translation" && !latin))
    .flatMap(({ kind, tokens }) => (kind === "beginning" ? tokens : tokens.map((token) => mark + token)));
  const marked = (own?.tokens ?? []).map((token) => mark + token);
  // Each by the index: of a prepared `&&` the planner expects so many that it reads all skills.
  const each = [marked, ...any.map((token) => [token])];
  return sql`(${Prisma.join(
    each.map((tokens) => sql`s."search_tokens" @> ${tokens}::text[]`),
    " OR ",
  )})`;
}
