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
  total: number;
}

export interface ExampleSelection {
  criteria: Criteria;
  state: string | null;
  /** Skills written in this language come before all others; null for no language before another. */
  readerLanguage: ContentLanguage | null;
  now: Date;
  limit: number;
  offset: number;
}

/** Examples of listed skills' latest versions: the reader's language, proven ones and much used skills first; one query. */
export function selectExamples(
  db: Database,
  { criteria, state, readerLanguage, now, limit, offset }: ExampleSelection,
): Promise<StoredExample[]> {
  return db.$queryRaw<StoredExample[]>(sql`
    SELECT v."id" AS "versionId", (e.ordinality - 1)::int AS "position", e.value AS "example", r."state", r."match_rule" AS "matchRule",
      r."wall_ms" AS "wallMs", r."detail", r."replayed_at" AS "replayedAt", (count(*) OVER ())::int AS "total"
    FROM "Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id"
    CROSS JOIN LATERAL json_array_elements(v."examples") WITH ORDINALITY AS e
    LEFT JOIN "ExampleReplays" r ON r."version_id" = v."id" AND r."position" = e.ordinality - 1
    WHERE v."examples_total" > 0 AND ${listedCondition(now)} AND ${textCondition(criteria)}
      AND ${state === null ? sql`TRUE` : sql`coalesce(r."state", 'not_run') = ${state}`}
    ORDER BY ${readerLanguage === null ? Prisma.empty : sql`s."content_language" = ${readerLanguage} DESC,`}
      coalesce(r."state", 'not_run') = 'proven' DESC, s."calls_7d" DESC, s."slug", e.ordinality
    LIMIT ${limit} OFFSET ${offset}`);
}
