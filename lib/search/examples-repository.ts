import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { ContentLanguage, ExampleView } from "@/lib/registry/views";
import { listedCondition, textCondition } from "@/lib/search/conditions-repository";
import type { Criteria } from "@/lib/search/criteria";
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
  criteria: Criteria;
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
 * One page: the reader's language, proven ones and much used skills first; one query. Skills are put in order before their versions
 * are looked at, and no further than the page needs: most of a large market is not read.
 */
export function selectExamples(
  db: Database,
  { criteria, state, readerLanguage, now, limit, offset }: ExampleSelection,
): Promise<StoredExample[]> {
  const own = readerLanguage === null ? sql`TRUE` : sql`s."content_language" = ${readerLanguage}`;
  const sections = [true, ...(readerLanguage === null ? [] : [false])]
    .flatMap((isOwn) => [true, false].map((proven) => ({ own: isOwn, proven })))
    .filter(({ proven }) => state === null || proven === (state === "proven"))
    .map((section, rank) => selectSection(section, { state, rank, most: offset + limit }));
  return db.$queryRaw<StoredExample[]>(sql`
    WITH listed AS MATERIALIZED (
      SELECT s."latest_version_id", s."calls_7d", s."slug", ${own} AS own FROM "Skills" s
      WHERE ${listedCondition(now)} AND ${textCondition(criteria)} ORDER BY s."calls_7d" DESC, s."slug")
    SELECT f."versionId", f."position", f."example", f."state", f."matchRule", f."wallMs", f."detail", f."replayedAt"
    FROM (${Prisma.join(sections, " UNION ALL ")}) f
    ORDER BY f.section, f.calls_7d DESC, f.slug, f."position" LIMIT ${limit} OFFSET ${offset}`);
}

function selectSection(
  { own, proven }: Section,
  { state, rank, most }: { state: string | null; rank: number; most: number },
): Prisma.Sql {
  const inState = state === null || proven ? sql`TRUE` : sql`coalesce(r."state", 'not_run') = ${state}`;
  return sql`(
    SELECT ${rank}::int AS section, l."calls_7d", l."slug", v."id" AS "versionId", (e.ordinality - 1)::int AS "position", e.value AS "example",
      r."state", r."match_rule" AS "matchRule", r."wall_ms" AS "wallMs", r."detail", r."replayed_at" AS "replayedAt"
    FROM listed l JOIN "SkillVersions" v ON v."id" = l."latest_version_id"
    CROSS JOIN LATERAL json_array_elements(v."examples") WITH ORDINALITY AS e
    ${proven ? sql`JOIN` : sql`LEFT JOIN`} "ExampleReplays" r ON r."version_id" = v."id" AND r."position" = e.ordinality - 1
    WHERE l.own = ${own} AND v."examples_total" > 0 AND ${proven ? sql`r."state" = 'proven'` : sql`r."state" IS DISTINCT FROM 'proven'`} AND ${inState}
    ORDER BY l."calls_7d" DESC, l."slug", e.ordinality LIMIT ${most})`;
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
  const [row] = await db.$queryRaw<{ total: number }[]>(sql`SELECT (${counted})::int AS "total"`);
  return row?.total ?? 0;
}
