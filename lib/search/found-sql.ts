import { Prisma } from "@/lib/db/generated/client";
import { type PlannedTerm, type WordPlan, coverOf } from "@/lib/search/words/plan-words";
import { NAME_MARK, PREFIX_MARK, TOPIC_MARK } from "@/lib/search/words/tokens";
import { listedCondition } from "@/lib/search/conditions-sql";
import { canonicalName } from "@/lib/registry/names/canonical-name";
import type { PlannedCriteria } from "@/lib/search/criteria";

const { sql } = Prisma;

/** What a word counts in a text, and what it counts more where it stands in the topics or the name. */
const IN_TEXT = 0.45;
const MORE_IN_TOPICS = 0.25;
const MORE_IN_NAME = 0.55;

/** A token to look up, and what it adds where it is found. */
interface Lookup {
  term: number;
  way: number;
  token: string;
  value: number;
  cover: number;
}

/** What is looked up for a word, in texts and in the fields that count more. */
function lookupsOf(term: PlannedTerm, index: number): Lookup[] {
  return term.ways.flatMap((way, place) =>
    way.tokens.flatMap((token): Lookup[] => {
      const at = { term: index, way: place };
      const value = (term.weight * way.worth) / way.of;
      const cover = (term.weight * coverOf(way)) / way.of;
      if (way.kind === "beginning") return [{ ...at, token, value, cover }];
      return [
        { ...at, token, value: value * IN_TEXT, cover },
        { ...at, token: TOPIC_MARK + token, value: value * MORE_IN_TOPICS, cover: 0 },
        { ...at, token: NAME_MARK + token, value: value * MORE_IN_NAME, cover: 0 },
      ];
    }),
  );
}

/** The lookups as rows `a` of term, way, token, value and cover. */
function asked(lookups: readonly Lookup[]): Prisma.Sql {
  const column = <Name extends keyof Lookup>(name: Name) => lookups.map((lookup) => lookup[name]);
  return sql`unnest(${column("term")}::int[], ${column("way")}::int[], ${column("token")}::text[], ${column("value")}::float8[],
    ${column("cover")}::float8[]) a("term", "way", "token", "value", "cover")`;
}

const IN_FIELD: ReadonlySet<string> = new Set([NAME_MARK, TOPIC_MARK, PREFIX_MARK]);

/** Without the texts; what a field has, the text has too. */
function inFieldsOnly(lookups: readonly Lookup[]): Lookup[] {
  const inText = new Map(lookups.map((lookup) => [`${lookup.way} ${lookup.token}`, lookup]));
  return lookups
    .filter(({ token }) => IN_FIELD.has(token.charAt(0)))
    .map((lookup) => {
      const text = inText.get(`${lookup.way} ${lookup.token.slice(1)}`);
      return text ? { ...lookup, value: lookup.value + text.value, cover: text.cover } : lookup;
    });
}

/** Behind this many skills a word is not read further for one page: the best of each are compared. */
const MANY = 100;
const MANY_NAMES = 1_000;
/** Where others find enough, what so many have is looked for in names and topics alone, and in texts beside others. */
const COMMON = 2_000;
const EVERY = 2_000_000_000;
/** Above what any words weigh: the skill that is called so comes first. */
export const CALLED_SO = 1_000_000;

/** Adds up the tokens of each way, takes the best way of each word, and adds up the words of each skill. */
const sumOf = (hits: Prisma.Sql): Prisma.Sql => sql`
  SELECT "id", "words", sum("value") AS "value", sum("cover") AS "cover", (count(*) FILTER (WHERE "term" >= 0))::int AS "answered" FROM (
    SELECT "id", "words", "term", max("value") AS "value", max("cover") AS "cover" FROM (
      SELECT "id", "words", "term", "way", sum("value") AS "value", sum("cover") AS "cover" FROM ${hits} h
      GROUP BY "id", "words", "term", "way") ways GROUP BY "id", "words", "term") terms GROUP BY "id", "words"`;

const skillsOf = ({ ways }: PlannedTerm) => Math.max(0, ...ways.map(({ skills }) => skills));

/** True where a word has too many skills to read them all for one page. */
export const hasMany = ({ terms }: WordPlan): boolean =>
  terms.some(({ finds, ways }) => finds && ways.some(({ skills }) => skills > MANY));

/**
 * `found`: the listed skills that the words find, with what their answers are worth. With `most`, only so many of each
 * word are read, and those that have all of them; the worth of an answer is then a lower bound.
 */
export function foundCte({ plan, slug, near }: PlannedCriteria, now: Date, most?: number): Prisma.Sql {
  const finding = plan.terms.map((term, i) => ({ term, i })).filter(({ term }) => term.finds);
  const limit = most === undefined ? EVERY : MANY + most;
  const rarest = Math.min(...finding.map(({ term }) => skillsOf(term) || Infinity));
  const lookups = finding.flatMap(({ term, i }) => {
    const skipsTexts = most !== undefined && rarest >= limit && skillsOf(term) > Math.max(rarest, COMMON);
    return skipsTexts ? inFieldsOnly(lookupsOf(term, i)) : lookupsOf(term, i);
  });
  return sql`hit AS MATERIALIZED (
      SELECT a."term", a."way", a."value", a."cover", s."id", s."words_count" AS "words" FROM ${asked(lookups)}
      CROSS JOIN LATERAL (SELECT s."id", s."words_count" FROM "Skills" s
        WHERE s."search_tokens" @> ARRAY[a."token"] AND ${listedCondition(now)}
        LIMIT CASE WHEN left(a."token", 1) = ${NAME_MARK} THEN ${Math.max(limit, MANY_NAMES)}::int ELSE ${limit}::int END) s
      ${most === undefined ? Prisma.empty : withAll(finding, now, limit)}
      UNION ALL SELECT -1, 0, ${CALLED_SO}::float8, ${plan.needed}::float8, s."id", s."words_count" FROM "Skills" s
        WHERE (s."slug" = ${slug} OR s."canonical_name" = ${canonicalName(slug)}) AND ${listedCondition(now)}
      ${near.length === 0 ? Prisma.empty : withNear(near, plan, now)}),
    found AS MATERIALIZED (${sumOf(sql`hit`)} HAVING sum("cover") >= ${plan.needed}::float8 AND sum("cover") > 0)`;
}

/** `found`, to stand before other parts of a statement; nothing for a search without words. */
export function foundFirst(criteria: PlannedCriteria, now: Date): Prisma.Sql {
  return criteria.asked.length === 0 ? Prisma.empty : sql`${foundCte(criteria, now)}, `;
}

/** Found for their meaning, whatever words they have. */
const withNear = (near: readonly string[], { needed }: WordPlan, now: Date) => sql`
      UNION ALL SELECT -3, 0, 0::float8, ${needed}::float8, s."id", s."words_count" FROM "Skills" s
        WHERE s."id" = ANY(${[...near]}::text[]) AND ${listedCondition(now)}`;

/** Of more words than these, all of them are looked for together, and not all but one. */
const MOST_LEFT_OUT = 6;

/** Skills that have every word that finds, or all but one, in the way that most have it; worth what a text is. */
function withAll(finding: readonly { term: PlannedTerm; i: number }[], now: Date, limit: number): Prisma.Sql {
  const commonest = finding.flatMap(({ term }) => {
    const ways = term.ways.filter(({ kind }) => kind !== "beginning").sort((a, b) => b.skills - a.skills);
    const [way] = ways;
    return way === undefined ? [] : [{ tokens: way.tokens, value: term.weight * way.worth * IN_TEXT }];
  });
  if (commonest.length < 2) return Prisma.empty;
  const leaveOut = commonest.length > 2 && commonest.length <= MOST_LEFT_OUT;
  const together = [commonest, ...(leaveOut ? commonest.map((_, i) => commonest.toSpliced(i, 1)) : [])];
  return Prisma.join(
    together.map((words, i) => {
      const value = words.reduce((sum, word) => sum + word.value, 0);
      return sql`UNION ALL (SELECT -2, ${i}::int, ${value}::float8, 1e9::float8, s."id", s."words_count" FROM "Skills" s
        WHERE s."search_tokens" @> ${words.flatMap(({ tokens }) => tokens)}::text[] AND ${listedCondition(now)} LIMIT ${limit})`;
    }),
    " ",
  );
}

/** `refined`: the skills of `top` with every word of the query weighed, those too that were not read to the end. */
export function refinedCte({ terms }: WordPlan): Prisma.Sql {
  const hits = sql`(SELECT top."id", top."words", a."term", a."way", a."value", a."cover" FROM top
    JOIN "Skills" s ON s."id" = top."id" CROSS JOIN LATERAL unnest(s."search_tokens") w("token")
    JOIN ${asked(terms.flatMap(lookupsOf))} ON a."token" = w."token"
    UNION ALL SELECT hit."id", hit."words", hit."term", hit."way", hit."value", hit."cover" FROM hit WHERE hit."term" IN (-1, -3))`;
  return sql`refined AS MATERIALIZED (${sumOf(hits)})`;
}

/** What a skill's answers are worth: more where more is answered, and where a shorter text says it. */
export function worthSql({ terms }: WordPlan): Prisma.Sql {
  const all = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return sql`("value" * (0.3 + least("cover" / ${all}::float8, 1)) / (0.8 + 0.2 * "words" / 60.0))`;
}

/** True for skills that answer every word of the query; over "Skills" `s` and `found` as `f`. */
export function answersAllSql({ terms }: WordPlan): Prisma.Sql {
  const finding = terms.filter(({ finds }) => finds).length;
  const others = terms
    .filter(({ finds }) => !finds)
    .map(({ ways }) => sql`s."search_tokens" && ${ways.flatMap(({ tokens }) => tokens)}::text[]`);
  return Prisma.join([sql`f."answered" >= ${finding}`, ...others], " AND ");
}
