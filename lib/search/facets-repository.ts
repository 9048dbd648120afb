import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { SkillSearchResult } from "@/lib/search/views";
import {
  type FacetName,
  facetConditions,
  includesPlatform,
  listedSkills,
  textCondition,
  listedCondition,
} from "@/lib/search/conditions-sql";
import { answersAllSql, foundFirst } from "@/lib/search/found-sql";
import { ACCESSES, TRUST_LEVELS, type PlannedCriteria } from "@/lib/search/criteria";
import { CONVERSION_TARGETS } from "@/lib/skill-format";
const { sql } = Prisma;

/** Facets whose values are known beforehand; a value nobody has stays visible with 0. Conditions are over `m`. */
const CLOSED_FACETS: [FacetName, string, Prisma.Sql][] = [
  ...["Audited", "Optimistic", "Unverified"].map(closed("audit", (v) => sql`audit_state = ${v}`)),
  ...TRUST_LEVELS.map(closed("trust", (v) => sql`trust = ${v}`)),
  ["price", "free", sql`free`],
  ["price", "paid", sql`NOT free`],
  ...ACCESSES.map(closed("without", (v) => sql`NOT ${Prisma.raw(`needs_${v}`)}`)),
  ...CONVERSION_TARGETS.map(closed("platform", (v) => includesPlatform(sql`platforms`, v))),
  ...["en", "zh", "ko", "und"].map(closed("language", (v) => sql`language = ${v}`)),
  ["proven", "true", sql`has_proven`],
];

function closed(facet: FacetName, condition: (value: string) => Prisma.Sql) {
  return (value: string): [FacetName, string, Prisma.Sql] => [facet, value, condition(value)];
}

/**
 * Counts all matches and, for each value of each facet, how many there would be if it were chosen: the choices of
 * the other facets hold, its own are put aside (for accesses, which add up, they hold too). One query, one row.
 */
export async function countFacets(
  db: Database,
  criteria: PlannedCriteria,
  now: Date,
): Promise<{ total: number; answeringAll: number; facets: SkillSearchResult["facets"] }> {
  const chosen = Object.entries(facetConditions(criteria)) as [FacetName, Prisma.Sql][];
  const passed = chosen.map(([name, condition]) => sql`, ${condition} AS ${flag(name)}`);
  const misses = Prisma.join([sql`0`, ...chosen.map(([name]) => sql`(NOT ${flag(name)})::int`)], " + ");
  // With its own choice put aside, a row counts when it misses nothing, or nothing but that.
  const ifChosen: IfChosen = (facet) =>
    facet === "without" || !chosen.some(([name]) => name === facet)
      ? sql`misses = 0`
      : sql`(misses = 0 OR (misses = 1 AND NOT ${flag(facet)}))`;
  const asksWords = criteria.asked.length > 0;
  const counts = CLOSED_FACETS.map(
    ([facet, , has]) => sql`count(*) FILTER (WHERE ${ifChosen(facet)} AND ${has})`,
  );
  const [row] = await db.$queryRaw<
    { total: number; answeringAll: number; closed: number[]; category: Counts; runtime: Counts }[]
  >(sql`
    WITH ${foundFirst(criteria, now)}c AS (
      SELECT s."category", s."runtime_language" AS runtime, s."content_language" AS language, s."platforms",
        s."price_lamports" = 0 AS free, s."needs_network", s."needs_filesystem", s."needs_subprocess", s."needs_secrets",
        v."examples_proven" > 0 AS has_proven, d.audit_state, d.trust, ${asksWords ? answersAllSql(criteria.plan) : sql`TRUE`} AS full_match${passed.length > 0 ? Prisma.join(passed, "") : Prisma.empty}
      FROM ${listedSkills(criteria, now)} ${asksWords ? sql`JOIN found f ON f."id" = s."id"` : Prisma.empty} WHERE ${listedCondition(now)} AND ${textCondition(criteria)}),
    m AS MATERIALIZED (SELECT c.*, ${misses} AS misses FROM c)
    SELECT (count(*) FILTER (WHERE misses = 0))::int AS "total",
      (count(*) FILTER (WHERE misses = 0 AND full_match))::int AS "answeringAll",
      ARRAY[${Prisma.join(counts, ", ")}]::int[] AS "closed",
      (${openFacet("category", ifChosen)}) AS "category", (${openFacet("runtime", ifChosen)}) AS "runtime"
    FROM m`);
  const facets = groupClosed(row?.closed ?? []);
  return {
    total: row?.total ?? 0,
    answeringAll: row?.answeringAll ?? 0,
    facets: { ...facets, category: toValues(row?.category), runtime: toValues(row?.runtime) },
  };
}

type IfChosen = (facet: FacetName) => Prisma.Sql;
type Counts = Record<string, number> | null;

const flag = (facet: string) => Prisma.raw(`in_${facet}`);

function openFacet(facet: "category" | "runtime", ifChosen: IfChosen): Prisma.Sql {
  const value = Prisma.raw(facet);
  return sql`SELECT json_object_agg(value, n) FROM (SELECT ${value} AS value, count(*) FILTER (WHERE ${ifChosen(facet)}) AS n
    FROM m WHERE ${value} IS NOT NULL GROUP BY ${value} ORDER BY n DESC LIMIT 50) x`;
}

function groupClosed(counts: readonly number[]): SkillSearchResult["facets"] {
  const of = (facet: FacetName) =>
    CLOSED_FACETS.flatMap(([name, value], i) => (name === facet ? [{ value, count: counts[i] ?? 0 }] : []));
  return {
    audit: of("audit"),
    trust: of("trust"),
    price: of("price"),
    without: of("without"),
    platform: of("platform"),
    language: of("language"),
    proven: of("proven"),
    runtime: [],
    category: [],
  };
}

function toValues(counts: Counts | undefined) {
  const values = Object.entries(counts ?? {}).map(([value, count]) => ({ value, count }));
  return values.sort((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}
