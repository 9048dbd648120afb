import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import {
  asksForPublisher,
  earnedSignals,
  facetConditions,
  listedSkills,
  nameCondition,
  nameRank,
  textCondition,
  textRank,
} from "@/lib/catalogue/search/conditions-repository";
import type { Criteria } from "@/lib/registry/wanted/criteria";
import { rowColumns, rowJoins, type StoredRow } from "@/lib/catalogue/search/row-repository";
import { listedCondition } from "@/lib/catalogue/search/listed-sql";

const { sql } = Prisma;

interface Page {
  criteria: Criteria;
  now: Date;
  limit: number;
  offset: number;
}

const BEST_MATCH = sql`"rank", "signals" DESC, "published" DESC, "id"`;
const ORDERS: Record<Criteria["sort"], Prisma.Sql> = {
  // Without words there is nothing to match: what is used most comes first.
  relevance: sql`"calls" DESC, "downloads" DESC, "published" DESC, "id"`,
  newest: sql`"published" DESC, "id"`,
  calls: sql`"calls" DESC, "published" DESC, "id"`,
  downloads: sql`"downloads" DESC, "published" DESC, "id"`,
  // Of two equal averages the one that more people gave says more.
  rating: sql`"rating" DESC NULLS LAST, "ratings" DESC, "published" DESC, "id"`,
  price: sql`"price", "calls" DESC, "published" DESC, "id"`,
  name: sql`"slug", "id"`,
};

/** One page of matching rows in the order asked for; one query. */
export function selectHits(db: Database, page: Page): Promise<StoredRow[]> {
  const names = page.criteria.sort === "relevance" ? nameCondition(page.criteria) : null;
  const order = names ? BEST_MATCH : ORDERS[page.criteria.sort];
  return db.$queryRaw<StoredRow[]>(sql`
    WITH ${names ? bestMatches(names, page) : sortedMatches(order, page)}
    SELECT ${rowColumns()} FROM hit h JOIN "Skills" s ON s."id" = h."id"
    JOIN "SkillVersions" v ON v."id" = s."latest_version_id" ${rowJoins(page.now)} ORDER BY ${order}`);
}

function sortedMatches(order: Prisma.Sql, { criteria, now, limit, offset }: Page): Prisma.Sql {
  const { audit, trust, proven } = criteria;
  const from =
    audit || trust || proven || asksForPublisher(criteria) ? listedSkills(criteria, now) : sql`"Skills" s`;
  return sql`hit AS MATERIALIZED (
    SELECT s."id", s."slug", s."published_at" AS "published", s."calls_7d" AS "calls", s."downloads_7d" AS "downloads",
      s."price_lamports" AS "price", s."rating_sum"::float8 / nullif(s."rating_count", 0) AS "rating", s."rating_count" AS "ratings"
    FROM ${from} WHERE ${matches(criteria, now)} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset})`;
}

/**
 * Name matches are found and ranked first; only when they do not fill the page is the rest looked at. A common word
 * matches thousands of texts but few names, and reading all of them is what costs.
 */
function bestMatches(names: Prisma.Sql, { criteria, now, limit, offset }: Page): Prisma.Sql {
  const most = offset + limit;
  const select = (rank: Prisma.Sql) => sql`SELECT s."id", ${rank} AS "rank", ${earnedSignals} AS "signals",
    s."published_at" AS "published" FROM ${listedSkills(criteria, now)} WHERE ${matches(criteria, now)}`;
  return sql`named AS MATERIALIZED (${select(nameRank(criteria))} AND ${names} ORDER BY ${BEST_MATCH} LIMIT ${most}),
    others AS MATERIALIZED (${select(textRank(criteria))} AND (SELECT count(*) FROM named) < ${most}
      AND s."id" NOT IN (SELECT "id" FROM named) ORDER BY ${BEST_MATCH} LIMIT ${most}),
    hit AS (SELECT * FROM named UNION ALL SELECT * FROM others ORDER BY ${BEST_MATCH} LIMIT ${limit} OFFSET ${offset})`;
}

function matches(criteria: Criteria, now: Date): Prisma.Sql {
  const conditions = [
    listedCondition(now),
    textCondition(criteria),
    ...Object.values(facetConditions(criteria)),
  ];
  return Prisma.join(conditions, " AND ");
}
