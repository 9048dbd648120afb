import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { NAME_MARK, TOPIC_MARK } from "@/lib/search/words/tokens";
import { type StoredRow, rowColumns, rowJoins } from "@/lib/search/rows-repository";
import {
  asksForPublisher,
  earnedSignals,
  facetConditions,
  listedSkills,
  textCondition,
  listedCondition,
} from "@/lib/search/conditions-sql";
import { CALLED_SO, foundCte, foundFirst, hasMany, refinedCte, worthSql } from "@/lib/search/found-sql";
import type { Criteria, PlannedCriteria } from "@/lib/search/criteria";

const { sql } = Prisma;

/** A row of a page, and the words that it is found under of those that were asked for. */
interface StoredHit extends StoredRow {
  found: string[];
}

/** One page of matching rows in the order asked for; one query. */
export function selectHits(db: Database, page: Page): Promise<StoredHit[]> {
  const { criteria, now } = page;
  const byWorth = criteria.asked.length > 0 && criteria.sort === "relevance";
  const order = byWorth ? BEST_MATCH : ORDERS[criteria.sort];
  const asked = criteria.plan.terms.flatMap(({ ways }) => ways.flatMap(({ tokens }) => tokens));
  const marked = asked.flatMap((token) => [token, NAME_MARK + token, TOPIC_MARK + token]);
  const found = sql`ARRAY(SELECT t FROM unnest(s."search_tokens") t WHERE t = ANY(${marked}::text[]))`;
  return db.$queryRaw<StoredHit[]>(sql`
    WITH ${byWorth ? bestMatches(page) : sortedMatches(order, page)}
    SELECT ${rowColumns(now)}, ${asked.length === 0 ? sql`'{}'::text[]` : found} AS "found" FROM hits h JOIN "Skills" s ON s."id" = h."id"
    JOIN "SkillVersions" v ON v."id" = s."latest_version_id" ${rowJoins(now)} ORDER BY ${order}`);
}

interface Page {
  criteria: PlannedCriteria;
  now: Date;
  limit: number;
  offset: number;
  /** Only those behind this name: of a list by name. */
  after?: string;
}

const BEST_MATCH = sql`"worth" DESC, "published" DESC, "slug"`;

/** Those behind the page whom the signals of the market may still bring onto it. */
const COMPARED = 100;

/** The most that the signals add: a tenth, for ten of them. */
const MOST_SIGNALS = 10;

/** How far down a list a place still counts where two lists are joined. */
const FUSED = 60;

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

function sortedMatches(order: Prisma.Sql, { criteria, now, limit, offset, after }: Page): Prisma.Sql {
  const { audit, trust, proven } = criteria;
  const from =
    audit || trust || proven || asksForPublisher(criteria) ? listedSkills(criteria, now) : sql`"Skills" s`;
  return sql`${foundFirst(criteria, now)}hits AS MATERIALIZED (
    SELECT s."id", s."slug", s."published_at" AS "published", s."calls_7d" AS "calls", s."downloads_7d" AS "downloads",
      s."price_lamports" AS "price", s."rating_sum"::float8 / nullif(s."rating_count", 0) AS "rating", s."rating_count" AS "ratings"
    FROM ${from} WHERE ${matches(criteria, now)}${after === undefined ? Prisma.empty : sql` AND s."slug" > ${after}`}
    ORDER BY ${order} LIMIT ${limit} OFFSET ${offset})`;
}

/**
 * The best by what their words are worth are compared once more with the signals of the market. Of a word that many
 * skills have no more are read than the page needs, unless a filter may hide them.
 */
function bestMatches({ criteria, now, limit, offset }: Page): Prisma.Sql {
  const { plan, near } = criteria;
  const most = offset + limit + COMPARED;
  const filters = [textCondition({ ...criteria, asked: [] }), ...Object.values(facetConditions(criteria))];
  const open = Object.keys(facetConditions(criteria)).length === 0 && !isNarrowed(criteria);
  const some = open && hasMany(plan);
  const refine = some || plan.terms.some(({ finds }) => !finds);
  const from = open ? sql`found f` : sql`found f JOIN ${listedSkills(criteria, now)} ON s."id" = f."id"`;
  const worth = worthSql(plan);
  return sql`${foundCte(criteria, now, some ? most : undefined)},
    top AS MATERIALIZED (SELECT f.* FROM ${from} WHERE ${Prisma.join(filters, " AND ")}
      ORDER BY ${near.length === 0 ? Prisma.empty : sql`f."id" = ANY(${[...near]}::text[]) DESC, `}${worth} DESC, f."id" LIMIT ${most}),
    ${refine ? sql`${refinedCte(plan)},` : Prisma.empty}
    ${near.length === 0 ? sql`hits` : sql`ranked`} AS MATERIALIZED (
      SELECT s."id", s."slug", s."published_at" AS "published",
        ${worth} * (1 + least(${earnedSignals}, ${MOST_SIGNALS}) / 100.0) AS "worth"
      FROM ${refine ? sql`refined` : sql`top`} r JOIN ${listedSkills(criteria, now)} ON s."id" = r."id"
      WHERE r."cover" >= ${plan.needed}::float8
      ORDER BY ${BEST_MATCH} ${near.length === 0 ? sql`LIMIT ${limit} OFFSET ${offset})` : sql`), ${joined(near, limit, offset)}`}`;
}

/**
 * `hits` of `ranked`: the list by words and the list by meaning joined by reciprocal rank (Cormack, Clarke, Büttcher:
 * Reciprocal Rank Fusion, 2009, with their constant). The skill that is called so stays first.
 */
const joined = (
  near: readonly string[],
  limit: number,
  offset: number,
): Prisma.Sql => sql`hits AS MATERIALIZED (
      SELECT r."id", r."slug", r."published", CASE WHEN r."worth" >= ${CALLED_SO / 100} THEN 1 ELSE 0 END
        + CASE WHEN r."worth" > 0 THEN 1.0 / (${FUSED} + row_number() OVER (ORDER BY r."worth" DESC, r."published" DESC, r."slug")) ELSE 0 END
        + coalesce(1.0 / (${FUSED} + n."place"), 0) AS "worth"
      FROM ranked r LEFT JOIN unnest(${[...near]}::text[]) WITH ORDINALITY n("id", "place") ON n."id" = r."id"
      ORDER BY ${BEST_MATCH} LIMIT ${limit} OFFSET ${offset})`;

const isNarrowed = (criteria: Criteria) =>
  criteria.capability !== null || criteria.uskV3 || asksForPublisher(criteria);

function matches(criteria: Criteria, now: Date): Prisma.Sql {
  const conditions = [
    listedCondition(now),
    textCondition(criteria),
    ...Object.values(facetConditions(criteria)),
  ];
  return Prisma.join(conditions, " AND ");
}
