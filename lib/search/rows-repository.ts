import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { isCalledSql } from "@/lib/registry/names/called-sql";
import { versionOfTag } from "@/lib/registry/versions/version-tags";
import {
  isVersionTag,
  spellingsOf,
  type AuthorAgent,
  type Hints,
  type Origins,
  type Permissions,
} from "@/lib/skill-format";
import { auditFactsSql, auditMarkSql, effectiveTrustSql } from "@/lib/audits/audit-state-sql";
import { isClosedSql, priceInForceSql } from "@/lib/registry/versions/version-sql";
import { iso } from "@/lib/db/iso-sql";
import type { SkillRow } from "@/lib/registry/views";
import { areFilesGivenSql, isSeenSql } from "@/lib/registry/access/shown-sql";

const { sql } = Prisma;

/** A skill by its id, or a name it has or had, in the published version of a number (`spellingsOf`) or a tag, or in its latest. */
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
  /** Of which kind the withdrawal is that closes the version; null where nothing does. */
  closedKind: string | null;
  /** Whether whoever asks is given its files. */
  filesGiven: boolean;
  yankReason: string | null;
}

/** The skills asked for that there are, in no particular order. One query, in which each is looked up as if alone. */
export function selectSkillRows(
  db: Database,
  { asked, now }: { asked: readonly AskedSkill[]; now: Date },
): Promise<StoredSkill[]> {
  const lookups = asked.map(({ slugOrId, version }, place) => {
    const isTag = version === undefined || isVersionTag(version);
    const which = isTag
      ? sql`v."id" = ${Prisma.raw(versionOfTag(version))}`
      : sql`v."version" = ANY(${spellingsOf(version)}::text[])`;
    return sql`(SELECT ${rowColumns(now)}, ${place}::int AS "place", l."version" AS "latestVersion",
        n."version" AS "nextVersion", s."quarantine_reason" AS "quarantineReason",
        CASE WHEN ${isClosedSql()} THEN v."yank_kind" END AS "closedKind", v."yank_reason" AS "yankReason",
        ${areFilesGivenSql()} AS "filesGiven"
      FROM "Skills" s JOIN "SkillVersions" l ON l."id" = s."latest_version_id"
      LEFT JOIN "SkillVersions" n ON n."id" = s."next_version_id"
      JOIN "SkillVersions" v ON v."skill_id" = s."id" AND v."published_at" IS NOT NULL AND ${which} ${rowJoins(now)}
      WHERE ${isCalledSql(slugOrId)} ORDER BY v."version" = ${version ?? ""} DESC LIMIT 1)`;
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
    WHERE v."id" = ANY(${[...versionIds]}::text[]) AND v."published_at" IS NOT NULL AND ${isSeenSql()}`);
}

/** A row as the database gives it; the columns that need no work have the names of `SkillRow`. */
export interface StoredRow extends Omit<
  SkillRow,
  | "access"
  | "claimStatus"
  | "claimExpiresAt"
  | "publishedAt"
  | "daysSinceUpdate"
  | "authorAgent"
  | "rating"
  | "iconPath"
> {
  iconDigest: string | null;
  ratingSum: number;
  ratingCount: number;
  versionId: string;
  isLatest: boolean;
  claimStatus: "draft" | "claimed" | "expired" | null;
  claimExpiresAt: Date | null;
  publishedAt: Date;
  authorAgent: AuthorAgent | null;
  permissions: Permissions;
  hints: Hints;
  /** Null where they are not known. */
  origins: Origins | null;
}

/**
 * Columns of one list row, for skill `s` and version `v` (the latest or another). What a version says of itself is
 * read from its manifest, so that an old version is shown as it was.
 */
export function rowColumns(now: Date): Prisma.Sql {
  return sql`s."id", s."slug", v."id" AS "versionId", (v."id" = s."latest_version_id") AS "isLatest",
    m."displayName", m."description", s."content_language" AS "contentLanguage", o."username" AS "publisher",
    ${publisherDomains} AS "publisherDomains",
    v."author_agent" AS "authorAgent", v."version", d.audit_state AS "auditState",
    ${auditMarkSql("d", now)} AS "audit", d.bond::text AS "bondLamports", ${challengeCounts} AS "challenges",
    ${effectiveTrustSql(sql`d.audit_state`)} AS "trustLevel",
    s."claim_status"::text AS "claimStatus", s."claim_expires_at" AS "claimExpiresAt",
    v."vetting_status"::text AS "vettingStatus", m."permissions", m."hints", m."origins", m."category", m."tags", m."capabilities", m."platforms",
    ${fieldNames(shownSql(sql`v."input_schema"`))} AS "takes", ${fieldNames(shownSql(sql`v."output_schema"`))} AS "gives",
    v."converts_to" AS "convertsTo", v."runtime_language" AS "runtime", v."runnable", v."obstacles",
    ${shownSql(sql`v."icon_digest"`)} AS "iconDigest", ${priceInForceSql}::text AS "priceLamports", v."examples_total" AS "examplesTotal", v."examples_proven" AS "examplesProven",
    s."downloads_7d" AS "downloads7d", s."downloads_total" AS "downloadsTotal",
    s."calls_7d" AS "calls7d", s."calls_total" AS "callsTotal", v."published_at" AS "publishedAt",
    s."rating_sum" AS "ratingSum", s."rating_count" AS "ratingCount", s."access"::text AS "skillAccess", ${deprecation} AS "deprecated"`;
}

/** `DeprecationView`; the successor as it is called now. */
const deprecation = sql`CASE WHEN s."deprecated_at" IS NOT NULL THEN json_build_object('message', s."deprecation_message",
    'successor', (SELECT x."slug" FROM "Skills" x WHERE x."id" = s."successor_id" AND x."access" <> 'private'), 'since', ${iso(sql`s."deprecated_at"`)}) END`;

/** A column of a version, or nothing where that is closed. */
const shownSql = (column: Prisma.Sql) => sql`(CASE WHEN ${isClosedSql()} THEN NULL ELSE ${column} END)`;

/** What a version says of itself; of one that is closed its name, and what it declared that is no text. */
const shownManifest = sql`(CASE WHEN ${isClosedSql()} THEN json_build_object('displayName', s."slug", 'description', '',
    'hints', v."manifest"->'hints', 'permissions', v."manifest"->'permissions') ELSE v."manifest" END)`;

/** Of the version, and of the one whose audit it carries while it does (`ChallengeCounts`). */
const challengeCounts = sql`(SELECT json_build_object(
    'open', count(*) FILTER (WHERE x."state" = 'open' AND x."standing" IS NOT NULL AND x."version_id" = v."id"),
    'quiet', count(*) FILTER (WHERE x."state" = 'open' AND x."standing" IS NULL AND x."version_id" = v."id"),
    'upheld', count(*) FILTER (WHERE x."state" = 'upheld' AND x."version_id" = v."id"),
    'carried', count(*) FILTER (WHERE x."state" = 'open' AND x."standing" IS NOT NULL AND x."version_id" <> v."id"))
  FROM "Challenges" x WHERE x."version_id" IN (v."id", d.sealed_by))`;

const publisherDomains = sql`coalesce((SELECT json_agg(json_build_object('domain', p."domain",
      'provenAt', ${iso(sql`p."proven_at"`)}) ORDER BY p."proven_at")
    FROM "PublisherDomains" p WHERE p."account_id" = s."owner_id" AND p."proven_at" IS NOT NULL), '[]'::json)`;

/** A row shows at most three; the fourth tells that there are more. */
const FIELDS_READ = 4;

/** More of a name is not sent to a list. */
const FIELD_CHARACTERS = 40;

/** The first property names of a JSON schema, in its own order; empty where it declares none. */
const fieldNames = (schema: Prisma.Sql) => sql`ARRAY(
    SELECT left(f.name, ${FIELD_CHARACTERS}::int) FROM json_object_keys(CASE WHEN json_typeof(${schema}) = 'object'
      AND json_typeof(${schema}->'properties') = 'object' THEN ${schema}->'properties' ELSE '{}'::json END) AS f(name)
    LIMIT ${FIELDS_READ}::int)`;

/** The joins `rowColumns` needs behind `s` and `v`. */
export function rowJoins(now: Date): Prisma.Sql {
  return sql`LEFT JOIN "Accounts" o ON o."id" = s."owner_id"
    ${auditFactsSql("d", now)}
    CROSS JOIN LATERAL json_to_record(${shownManifest}) AS m("displayName" text, "description" text, "category" text,
      "permissions" json, "hints" json, "origins" json, "tags" text[], "capabilities" text[], "platforms" text[])`;
}
