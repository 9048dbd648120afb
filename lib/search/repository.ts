import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { NAME_MARK, TOPIC_MARK } from "@/lib/search/words/tokens";
import { isCalledSql } from "@/lib/registry/names/called-sql";
import { versionOfTag } from "@/lib/registry/versions/version-tags";
import { isVersionTag } from "@/lib/skill-format";
import { type StoredRow, rowColumns, rowJoins } from "@/lib/search/row-sql";
import { type Page, BEST_MATCH, ORDERS, sortedMatches, bestMatches } from "@/lib/search/hits-sql";

const { sql } = Prisma;

/** A row of a page, and the words that it is found under of those that were asked for. */
export interface StoredHit extends StoredRow {
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

/** A skill by its id, or a name it has or had, in the published version of a number or a tag, or in its latest. */
export interface AskedSkill {
  slugOrId: string;
  version?: string | undefined;
}

export interface StoredSkill extends StoredRow {
  /** Which of the asked ones it is. */
  place: number;
  latestVersion: string;
  /** The highest pre-release, where it is above the latest version. */
  nextVersion: string | null;
  /** There while the skill is in quarantine. */
  quarantineReason: string | null;
}

/** The skills asked for that there are, in no particular order. One query, in which each is looked up as if alone. */
export function selectSkillRows(
  db: Database,
  { asked, now }: { asked: readonly AskedSkill[]; now: Date },
): Promise<StoredSkill[]> {
  const lookups = asked.map(({ slugOrId, version }, place) => {
    const isTag = version === undefined || isVersionTag(version);
    const which = isTag ? sql`v."id" = ${Prisma.raw(versionOfTag(version))}` : sql`v."version" = ${version}`;
    return sql`(SELECT ${rowColumns(now)}, ${place}::int AS "place", l."version" AS "latestVersion",
        n."version" AS "nextVersion", s."quarantine_reason" AS "quarantineReason"
      FROM "Skills" s JOIN "SkillVersions" l ON l."id" = s."latest_version_id"
      LEFT JOIN "SkillVersions" n ON n."id" = s."next_version_id"
      JOIN "SkillVersions" v ON v."skill_id" = s."id" AND v."published_at" IS NOT NULL AND ${which} ${rowJoins(now)}
      WHERE ${isCalledSql(slugOrId)} LIMIT 1)`;
  });
  return db.$queryRaw<StoredSkill[]>(Prisma.join(lookups, " UNION ALL "));
}

/** The rows of the given published versions, in no particular order. */
export function selectRowsOfVersions(
  db: Database,
  versionIds: readonly string[],
  now: Date,
): Promise<StoredRow[]> {
  return db.$queryRaw<StoredRow[]>(sql`
    SELECT ${rowColumns(now)} FROM "SkillVersions" v JOIN "Skills" s ON s."id" = v."skill_id" ${rowJoins(now)}
    WHERE v."id" = ANY(${[...versionIds]}::text[]) AND v."published_at" IS NOT NULL`);
}
