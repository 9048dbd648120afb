import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { ContentLanguage, ExampleView } from "@/lib/registry/views";
import { textCondition, listedCondition } from "@/lib/search/conditions-sql";
import { foundFirst } from "@/lib/search/found-sql";
import type { PlannedCriteria } from "@/lib/search/criteria";
import type { SkillExample } from "@/lib/skill-format";
const { sql } = Prisma;

export interface StoredExample {
  versionId: string;
  position: number;
  example: SkillExample;
  state: NonNullable<ExampleView["replay"]>["state"] | null;
  matchRule: "exact" | "shape" | null;
  wallMs: number | null;
  detail: string | null;
  replayedAt: Date | null;
}

/** Examples of listed skills' latest versions. */
export interface ExampleCriteria {
  criteria: PlannedCriteria;
  /** proven, drifted, failing or not_run; null for any. */
  state: string | null;
}

export interface ExampleSelection extends ExampleCriteria {
  /** Skills written in this language come before all others; null for no language before another. */
  readerLanguage: ContentLanguage | null;
  now: Date;
  limit: number;
  offset: number;
}

/** What comes before what: each of these as far as the page reaches, by the calls of its skill. */
interface Section {
  own: boolean;
  proven: boolean;
}

/**
 * One page: the reader's language, proven ones and much used skills first; one query. Each section is read in the order
 * of an index, no further than the page reaches, and only when those before it do not fill the page; what an example
 * says is read of those shown.
 */
export function selectExamples(
  db: Database,
  { limit, offset, ...selection }: ExampleSelection,
): Promise<StoredExample[]> {
  const most = offset + limit;
  const sections = listSections(selection);
  const found = sections.map(
    (section, rank) => sql`${nameOf(rank)} AS MATERIALIZED (
      ${selectSection(section, selection)} AND ${countBefore(rank)} < ${most}
      ORDER BY s."calls_7d" DESC, s."slug", e."position" LIMIT ${most})`,
  );
  const all = sections.map((_, rank) => sql`SELECT ${rank}::int AS section, * FROM ${nameOf(rank)}`);
  return db.$queryRaw<StoredExample[]>(sql`
    WITH ${foundFirst(selection.criteria, selection.now)}${Prisma.join(found, ", ")},
    page AS (SELECT * FROM (${Prisma.join(all, " UNION ALL ")}) f
      ORDER BY section, "calls_7d" DESC, "slug", "position" LIMIT ${limit} OFFSET ${offset})
    SELECT v."id" AS "versionId", p."position", v."examples" -> p."position" AS "example", r."state", r."match_rule" AS "matchRule",
      r."wall_ms" AS "wallMs", r."detail", r."replayed_at" AS "replayedAt"
    FROM page p JOIN "SkillVersions" v ON v."id" = p."version_id"
    LEFT JOIN "ExampleReplays" r ON r."version_id" = v."id" AND r."position" = p."position"
    ORDER BY p.section, p."calls_7d" DESC, p."slug", p."position"`);
}

function listSections({
  readerLanguage,
  state,
}: Pick<ExampleSelection, "readerLanguage" | "state">): Section[] {
  return [true, ...(readerLanguage === null ? [] : [false])]
    .flatMap((own) => [true, false].map((proven) => ({ own, proven })))
    .filter(({ proven }) => state === null || proven === (state === "proven"));
}

const nameOf = (rank: number) => Prisma.raw(`section_${rank}`);

/** How many the sections before this one have found. */
function countBefore(rank: number): Prisma.Sql {
  const counts = Array.from({ length: rank }, (_, i) => sql`(SELECT count(*) FROM ${nameOf(i)})`);
  return rank === 0 ? sql`0` : sql`(${Prisma.join(counts, " + ")})`;
}

function selectSection(
  { own, proven }: Section,
  { criteria, state, readerLanguage, now }: Omit<ExampleSelection, "limit" | "offset">,
): Prisma.Sql {
  const language =
    readerLanguage === null ? sql`TRUE` : sql`(s."content_language" = ${readerLanguage}) = ${own}`;
  const inState = state === null || proven ? sql`TRUE` : sql`coalesce(r."state", 'not_run') = ${state}`;
  return sql`SELECT s."calls_7d", s."slug", v."id" AS "version_id", e."position"
    FROM "Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id"
    CROSS JOIN LATERAL generate_series(0, v."examples_total" - 1) AS e("position")
    ${proven ? sql`JOIN` : sql`LEFT JOIN`} "ExampleReplays" r ON r."version_id" = v."id" AND r."position" = e."position"
    WHERE ${listedCondition(now)} AND ${textCondition(criteria)} AND ${language}
      AND ${proven ? sql`r."state" = 'proven'` : sql`r."state" IS DISTINCT FROM 'proven'`} AND ${inState}`;
}

/** How many there are; what a version has is counted when its examples are replayed. */
export async function countExamples(
  db: Database,
  { criteria, state }: ExampleCriteria,
  now: Date,
): Promise<number> {
  const listed = sql`FROM "Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id"`;
  const which = sql`v."examples_total" > 0 AND ${listedCondition(now)} AND ${textCondition(criteria)}`;
  const replayed = (states: Prisma.Sql) => sql`(SELECT count(*) ${listed}
    JOIN "ExampleReplays" r ON r."version_id" = v."id" AND r."position" < v."examples_total" WHERE ${which} AND ${states})`;
  const all = sql`(SELECT coalesce(sum(v."examples_total"), 0) ${listed} WHERE ${which})`;
  const counted =
    state === null
      ? all
      : state === "not_run"
        ? sql`${all} - ${replayed(sql`r."state" <> 'not_run'`)}`
        : replayed(sql`r."state" = ${state}`);
  const [row] = await db.$queryRaw<{ total: number }[]>(sql`
    WITH ${foundFirst(criteria, now)}counted AS (SELECT (${counted})::int AS "total") SELECT "total" FROM counted`);
  return row?.total ?? 0;
}
