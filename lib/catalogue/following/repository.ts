import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { accountsCalledSql } from "@/lib/registry/publishers/publisher-sql";
import { listedCondition } from "@/lib/search/conditions-sql";

const { sql } = Prisma;

/** What is followed, by its id. A skill is followed by its star. */
export type FollowedId = { skillId: string } | { publisherId: string } | { setId: string };

/** The account that is or was called so, and whether it was closed; null for none. */
export async function findAccountCalled(
  db: Database,
  name: string,
): Promise<{ id: string; isClosed: boolean } | null> {
  const [row] = await db.$queryRaw<{ id: string; isClosed: boolean }[]>(sql`
    SELECT a."id", a."closed_at" IS NOT NULL AS "isClosed" FROM "Accounts" a WHERE a."id" IN (${accountsCalledSql(name)})`);
  return row ?? null;
}

/** How much an account follows. */
export async function countFollowed(db: Database, accountId: string): Promise<number> {
  const where = { accountId };
  return (await db.star.count({ where })) + (await db.follow.count({ where }));
}

/** False when it was there before. */
export async function insertFollow(
  db: Database,
  of: FollowedId,
  row: { id: string; accountId: string; createdAt: Date },
): Promise<boolean> {
  const { id, ...star } = row;
  const { count } =
    "skillId" in of
      ? await db.star.createMany({ data: [{ ...star, ...of }], skipDuplicates: true })
      : await db.follow.createMany({ data: [{ id, ...star, ...of }], skipDuplicates: true });
  return count === 1;
}

/** False when there was none. */
export async function deleteFollow(db: Database, of: FollowedId, accountId: string): Promise<boolean> {
  const where = { ...of, accountId };
  const { count } =
    "skillId" in of ? await db.star.deleteMany({ where }) : await db.follow.deleteMany({ where });
  return count === 1;
}

/** How many follow something, and whether an account is one of them. One query. */
export async function selectFollowers(
  db: Database,
  of: FollowedId,
  accountId: string | null,
): Promise<{ followers: number; isFollowed: boolean }> {
  const rows =
    "skillId" in of
      ? sql`"Stars" f WHERE f."skill_id" = ${of.skillId}`
      : "setId" in of
        ? sql`"Follows" f WHERE f."set_id" = ${of.setId}`
        : sql`"Follows" f WHERE f."publisher_id" = ${of.publisherId}`;
  const [row] = await db.$queryRaw<{ followers: number; isFollowed: boolean }[]>(sql`
    SELECT count(*)::int AS "followers", coalesce(bool_or(f."account_id" = ${accountId}), FALSE) AS "isFollowed" FROM ${rows}`);
  return row ?? { followers: 0, isFollowed: false };
}

export async function countStarsOf(db: Database, skillIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.star.groupBy({
    by: ["skillId"],
    where: { skillId: { in: [...skillIds] } },
    _count: true,
  });
  return new Map(rows.map(({ skillId, _count }) => [skillId, _count]));
}

export interface FollowedRow {
  kind: "skill" | "publisher" | "set";
  name: string;
  since: Date;
}

/** What an account follows, by kind and name. One query. */
export function selectFollowed(db: Database, accountId: string, limit: number): Promise<FollowedRow[]> {
  return db.$queryRaw<FollowedRow[]>(sql`
    SELECT f."kind", f."name", f."since" FROM (
      SELECT 'skill' AS "kind", s."slug" AS "name", t."created_at" AS "since"
        FROM "Stars" t JOIN "Skills" s ON s."id" = t."skill_id" WHERE t."account_id" = ${accountId}
      UNION ALL SELECT 'publisher', a."username", f."created_at"
        FROM "Follows" f JOIN "Accounts" a ON a."id" = f."publisher_id" WHERE f."account_id" = ${accountId}
      UNION ALL SELECT 'set', w."name", f."created_at"
        FROM "Follows" f JOIN "SkillSets" w ON w."id" = f."set_id" WHERE f."account_id" = ${accountId}
    ) f ORDER BY f."kind", f."name" LIMIT ${limit}`);
}

export interface NewsRow {
  id: string;
  /** Kind of the event, or a name of what is stored elsewhere. */
  kind: string;
  occurredAt: Date;
  /** Of the skill or set, as it is called now. */
  name: string;
  /** Of the skill or set; null where it is not about one. */
  version: string | null;
  /** Who publishes it now; null for a draft, and once the account is closed. */
  publisher: string | null;
  data: Prisma.JsonObject;
}

export interface NewsAsked {
  /** Of what an account follows, or of one skill. */
  of: { accountId: string } | { skillId: string };
  /** Of events, and `advisory:…` and `set:…` of what is stored elsewhere. */
  kinds: readonly string[];
  /** Later than this. */
  since: Date;
  /** Before this, and of the same moment before this id. */
  before: { at: Date; id: string };
  limit: number;
  now: Date;
}

/**
 * What happened to skills and sets, newest first, as it is stored: events, advisories, versions of sets. One query. Of a
 * skill in quarantine only its advisories are there, of a private one nothing; of one that is offered no more, that it
 * was withdrawn.
 */
export function selectNews(db: Database, asked: NewsAsked): Promise<NewsRow[]> {
  const { of, kinds, since, before, limit, now } = asked;
  const newest = (from: Prisma.Sql) => sql`(SELECT * FROM (${from}) n
    WHERE n."kind" = ANY(${[...kinds]}::text[]) AND n."at" > ${since} AND (n."at", n."id") < (${before.at}, ${before.id}) ORDER BY n."at" DESC, n."id" DESC LIMIT ${limit})`;
  return db.$queryRaw<NewsRow[]>(sql`
    WITH skills AS MATERIALIZED (
      SELECT s."id", s."slug" AS "name", o."username", s."quarantined_at" IS NULL AND (${listedCondition(now)}) AS "isListed",
        s."quarantined_at" IS NULL AS "isShown"
      FROM "Skills" s LEFT JOIN "Accounts" o ON o."id" = s."owner_id"
      WHERE s."access" <> 'private' AND s."id" IN (${skillsOf(of)})),
    sets AS MATERIALIZED (
      SELECT w.*, o."username" FROM "SkillSets" w LEFT JOIN "Accounts" o ON o."id" = w."owner_id" WHERE w."id" IN (${setsOf(of)})),
    subjects AS (
      SELECT s.*, s."id" AS "subject", NULL AS "version" FROM skills s
      UNION ALL SELECT s.*, v."id", v."version" FROM skills s JOIN "SkillVersions" v ON v."skill_id" = s."id"
        WHERE v."published_at" IS NOT NULL)
    SELECT n."id", n."kind", n."at" AS "occurredAt", n."name", n."version", n."username" AS "publisher", n."data" FROM (
      ${newest(sql`SELECT e."id", e."kind", e."occurred_at" AS "at", s."name", s."version", s."username", e."data"
        FROM subjects s JOIN "Events" e ON e."subject_id" = s."subject"
        WHERE (s."isListed" OR (s."isShown" AND e."kind" = 'version:yanked'))
          AND (e."kind" <> 'skill:price-changed' OR e."data" ->> 'price' <> e."data" ->> 'priceBefore')`)}
      UNION ALL ${newest(sql`SELECT a."id" || ' published' AS "id", 'advisory:published' AS "kind", a."published_at" AS "at", s."name",
          NULL AS "version", s."username", jsonb_build_object('advisoryId', a."id") AS "data"
          FROM skills s JOIN "Advisories" a ON a."skill_id" = s."id"
        UNION ALL SELECT a."id" || ' withdrawn', 'advisory:withdrawn', a."withdrawn_at", s."name", NULL, s."username",
          jsonb_build_object('advisoryId', a."id", 'reason', a."withdraw_reason")
          FROM skills s JOIN "Advisories" a ON a."skill_id" = s."id" WHERE a."withdrawn_at" IS NOT NULL`)}
      UNION ALL ${newest(sql`SELECT w."id" || ' ' || p."number" AS "id", 'set:saved' AS "kind", p."created_at" AS "at", w."name",
          p."version", w."username",
          jsonb_build_object('change', CASE WHEN p."number" = 1 THEN 'first' END, 'description', p."description") AS "data"
          FROM sets w JOIN "SkillSetVersions" p ON p."set_id" = w."id"
        UNION ALL SELECT w."id" || ' withdrawn', 'set:withdrawn', w."withdrawn_at", w."name", NULL, w."username",
          jsonb_build_object('reason', w."withdraw_reason") FROM sets w WHERE w."withdrawn_at" IS NOT NULL`)}) n
    ORDER BY n."at" DESC, n."id" DESC LIMIT ${limit}`);
}

const skillsOf = (of: NewsAsked["of"]) =>
  "skillId" in of
    ? sql`${of.skillId}`
    : sql`SELECT t."skill_id" FROM "Stars" t WHERE t."account_id" = ${of.accountId}
        UNION SELECT p."id" FROM "Follows" f JOIN "Skills" p ON p."owner_id" = f."publisher_id" WHERE f."account_id" = ${of.accountId}`;

const setsOf = (of: NewsAsked["of"]) =>
  "skillId" in of
    ? sql`NULL`
    : sql`SELECT f."set_id" FROM "Follows" f WHERE f."account_id" = ${of.accountId} AND f."set_id" IS NOT NULL
        UNION SELECT p."id" FROM "Follows" f JOIN "SkillSets" p ON p."owner_id" = f."publisher_id" WHERE f."account_id" = ${of.accountId}`;

/** The open account whose feed has this address; null for none. */
export async function findAccountOfFeed(db: Database, followingFeed: string): Promise<string | null> {
  const where = { followingFeed, closedAt: null };
  return (await db.account.findUnique({ where, select: { id: true } }))?.id ?? null;
}

/** What the address of the feed of an account is made of; null where it has none. */
export async function findFeed(db: Database, accountId: string): Promise<string | null> {
  const where = { id: accountId };
  return (await db.account.findUnique({ where, select: { followingFeed: true } }))?.followingFeed ?? null;
}

/** Changes nothing of a closed account. */
export async function setFeed(db: Database, accountId: string, followingFeed: string | null): Promise<void> {
  await db.account.updateMany({ where: { id: accountId, closedAt: null }, data: { followingFeed } });
}

/** Accounts that are to be mailed what happened, and until when they were. */
export interface DueDigest {
  accountId: string;
  mailedAt: Date | null;
}

/** Open accounts that want a digest, have a proven address and were mailed none later than `since`. */
export async function listDueDigests(
  db: Database,
  { since, limit }: { since: Date; limit: number },
): Promise<DueDigest[]> {
  const rows = await db.account.findMany({
    where: {
      followingNotices: "daily",
      closedAt: null,
      emailVerifiedAt: { not: null },
      OR: [{ followingMailedAt: null }, { followingMailedAt: { lte: since } }],
    },
    orderBy: { id: "asc" },
    take: limit,
    select: { id: true, followingMailedAt: true },
  });
  return rows.map(({ id: accountId, followingMailedAt: mailedAt }) => ({ accountId, mailedAt }));
}

/**
 * Takes the digest of an account: it was mailed until a moment, in the caller's transaction. False where somebody else
 * has taken it, or it is wanted no more: of two that do it at once, one does.
 */
export async function takeDigest(
  db: Database,
  { accountId, mailedAt }: DueDigest,
  until: Date,
): Promise<boolean> {
  const { count } = await db.account.updateMany({
    where: { id: accountId, followingNotices: "daily", followingMailedAt: mailedAt },
    data: { followingMailedAt: until },
  });
  return count === 1;
}
