import { Prisma } from "@/lib/db/generated/client";
import type { Database } from "@/lib/db/client";
import type { CountedIdentity } from "@/lib/identity/counted-caller";
import type { CountedQuery, CountedQueryKind } from "@/lib/search/wanted/counted-query";

const { sql } = Prisma;

/** So many must have asked a question before others see it: what fewer asked may say who they are, or be made up. */
const LEAST_ASKERS = 3;

/**
 * Over the rows of one question, grouped: at least three identities, at three addresses, on three days. An identity alone
 * is not enough: anybody makes accounts, and names of agents. An address alone is not: one account may come from many.
 * Rows from before addresses were told apart for a question have no address.
 */
const isAskedByMany = Prisma.join(
  ["identity_hash", "asker_hash", "day"].map(
    (column) => sql`count(DISTINCT ${Prisma.raw(`"${column}"`)}) >= ${LEAST_ASKERS}`,
  ),
  " AND ",
);

/**
 * Of a question, as it is folded: no administrator has taken it away, and no word of it, nor all of it, is a name that
 * the operator has reserved.
 */
const mayBeShown = (query: Prisma.Sql): Prisma.Sql => sql`(
  NOT EXISTS (SELECT 1 FROM "HiddenQuestions" h WHERE h."query" = ${query})
  AND NOT EXISTS (SELECT 1 FROM "ReservedNames" r WHERE r."canonical_name" = ANY(
    regexp_split_to_array(${query}, '[^[:alnum:]]+') || regexp_replace(${query}, '[^[:alnum:]]+', '', 'g'))))`;

/** Who asked, as the constraints count them, and as the same asker of this question on another day. */
interface CountedAsker extends CountedIdentity {
  askerHash: string;
}

/** The row of a wish, made or opened again, and locked until the transaction ends. Returns its id. */
export async function upsertWish(
  db: Database,
  wish: CountedQuery & { id: string; at: Date },
): Promise<string> {
  const { id, kind, query, displayQuery, at } = wish;
  const [row] = await db.$queryRaw<{ id: string }[]>(sql`
    INSERT INTO "Wanted" ("id", "kind", "query", "display_query", "searches", "first_asked_at", "last_asked_at")
    VALUES (${id}, ${kind}, ${query}, ${displayQuery}, 0, ${at}, ${at})
    ON CONFLICT ("kind", "query") DO UPDATE SET "last_asked_at" = greatest("Wanted"."last_asked_at", ${at}), "matched_skill_id" = NULL
    RETURNING "id"`);
  if (!row) throw new Error("an upsert always returns its row");
  return row.id;
}

/** Adds one to the wish unless this identity, or its address, is counted today already. */
export async function countSearch(db: Database, wantedId: string, asker: CountedAsker): Promise<void> {
  const { identityHash, addressHash, askerHash, day } = asker;
  await db.$executeRaw(sql`
    WITH counted AS (
      INSERT INTO "WantedSearches" ("wanted_id", "identity_hash", "address_hash", "asker_hash", "day")
      VALUES (${wantedId}, ${identityHash}, ${addressHash}, ${askerHash}, ${day}::date) ON CONFLICT DO NOTHING RETURNING "wanted_id")
    UPDATE "Wanted" SET "searches" = "searches" + 1 WHERE "id" IN (SELECT "wanted_id" FROM counted)`);
}

/** What is asked for most and not yet matched. */
export function listUnmatched(
  db: Database,
  limit: number,
): Promise<{ id: string; kind: string; query: string }[]> {
  return db.wanted.findMany({
    where: { matchedSkillId: null },
    orderBy: [{ searches: "desc" }, { lastAskedAt: "desc" }],
    take: limit,
    select: { id: true, kind: true, query: true },
  });
}

/** Closes wishes and keeps on record which version answered them. */
export async function setMatched(
  db: Database,
  wantedIds: readonly string[],
  match: { skillId: string; versionId: string; matchedAt: Date },
): Promise<void> {
  await db.wanted.updateMany({
    where: { id: { in: [...wantedIds] } },
    data: { matchedSkillId: match.skillId },
  });
  await db.wantedMatch.createMany({
    data: wantedIds.map((wantedId) => ({ wantedId, ...match })),
    skipDuplicates: true,
  });
}

export interface StoredWanted {
  query: string;
  kind: CountedQueryKind;
  searches: number;
  /** Of the days asked about. */
  recentSearches: number;
  firstAskedAt: Date;
  lastAskedAt: Date;
  /** Listed skills that answered it, newest first. */
  matchedSlugs: string[];
}

interface WantedSelection {
  limit: number;
  /** Also wishes that a skill answers by now. */
  matched: boolean;
  kind: CountedQueryKind | null;
  /** Only what was asked for on or after this UTC day. */
  since: Date;
}

/**
 * Most asked for since that day first, of those that may be shown, and how many wishes were compared for it; one query.
 */
export async function selectWanted(
  db: Database,
  { limit, matched, kind, since }: WantedSelection,
): Promise<{ rows: StoredWanted[]; wishes: number }> {
  const found = await db.$queryRaw<((StoredWanted | { query: null }) & { wishes: number })[]>(sql`
    WITH asked AS (
      SELECT "wanted_id", count(*) FILTER (WHERE "day" >= ${since}::date)::int AS "recent", ${isAskedByMany} AS "many"
      FROM "WantedSearches" GROUP BY "wanted_id"),
    shown AS (
      SELECT w.*, n."recent" FROM asked n JOIN "Wanted" w ON w."id" = n."wanted_id"
      WHERE n."many" AND n."recent" > 0 AND ${mayBeShown(sql`w."query"`)}
        AND ${matched ? sql`TRUE` : sql`w."matched_skill_id" IS NULL`} AND ${kind === null ? sql`TRUE` : sql`w."kind" = ${kind}`}
      ORDER BY n."recent" DESC, w."last_asked_at" DESC, w."id" LIMIT ${limit})
    SELECT w."display_query" AS "query", w."kind", w."searches", w."recent" AS "recentSearches",
      w."first_asked_at" AS "firstAskedAt", w."last_asked_at" AS "lastAskedAt", (SELECT count(*)::int FROM asked) AS "wishes",
      ARRAY(SELECT s."slug" FROM "WantedMatches" m JOIN "Skills" s ON s."id" = m."skill_id"
        WHERE m."wanted_id" = w."id" AND s."published_at" IS NOT NULL ORDER BY m."matched_at" DESC, s."slug" LIMIT 5) AS "matchedSlugs"
    FROM (VALUES (1)) one LEFT JOIN shown w ON TRUE ORDER BY w."recent" DESC, w."last_asked_at" DESC, w."id"`);
  const rows = found.flatMap((each) => {
    const { wishes: _, ...row } = each;
    return row.query === null ? [] : [row];
  });
  return { rows, wishes: found[0]?.wishes ?? 0 };
}

/** More rows are not read for one beginning: what so many ask is found among them. */
const MOST_READ = 5_000;

/** Keeps that this identity, or its address, asked this today; once. */
export async function insertFound(
  db: Database,
  { query, displayQuery }: Pick<CountedQuery, "query" | "displayQuery">,
  { identityHash, addressHash, askerHash, day }: CountedAsker,
): Promise<void> {
  await db.$executeRaw(sql`
    INSERT INTO "FoundQueries" ("query", "display_query", "identity_hash", "address_hash", "asker_hash", "day")
    VALUES (${query}, ${displayQuery}, ${identityHash}, ${addressHash}, ${askerHash}, ${day}::date) ON CONFLICT DO NOTHING`);
}

interface FrequentSelection {
  /** Folded, as queries are; empty for all questions. */
  beginning: string;
  /** Only what was asked on or after this UTC day. */
  since: Date;
  limit: number;
}

/** Questions that begin so and may be shown, most asked first, as one of them typed it. */
export async function selectFrequent(
  db: Database,
  { beginning, since, limit }: FrequentSelection,
): Promise<string[]> {
  const pattern = `${beginning.replace(/[\\%_]/g, "\\$&")}%`;
  const rows = await db.$queryRaw<{ question: string }[]>(sql`
    SELECT min(f."display_query") AS "question" FROM (
      SELECT * FROM "FoundQueries" WHERE "query" LIKE ${pattern} AND "day" >= ${since}::date LIMIT ${MOST_READ}) f
    WHERE ${mayBeShown(sql`f."query"`)}
    GROUP BY f."query" HAVING ${isAskedByMany}
    ORDER BY count(*) DESC, f."query" LIMIT ${limit}`);
  return rows.map(({ question }) => question);
}
