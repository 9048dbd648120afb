import { isAuditedSql, signedBySql, isOverturnedSql } from "@/lib/audits/audit-state-sql";
import { DAY_MS } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { isOfAgentSql } from "@/lib/identity/agents/of-agent-sql";
import { isOfPrivateSql, isShownSql } from "@/lib/registry/access/shown-sql";

const { sql } = Prisma;

export interface PersonRow {
  accountId: string;
  username: string;
  isOrganisation: boolean;
  since: Date;
  /** The wallet linked first, if any. */
  address: string | null;
  /** Of the newest enrolment; null for who was never a verifier. */
  verifierName: string | null;
  enrolledAt: Date | null;
  /** Set when the verifier was struck off, and was not enrolled again. */
  revokedAt: Date | null;
}

/** Null for a name nobody has, and for an account that was closed. */
export async function findPerson(db: Database, username: string): Promise<PersonRow | null> {
  const rows = await db.$queryRaw<PersonRow[]>(sql`
    SELECT a."id" AS "accountId", a."username", a."kind" = 'organisation' AS "isOrganisation", a."created_at" AS "since",
      f."display_name" AS "verifierName", f."enrolled_at" AS "enrolledAt", f."revoked_at" AS "revokedAt",
      coalesce(f."address", (SELECT w."address" FROM "Wallets" w WHERE w."account_id" = a."id"
        ORDER BY w."created_at" LIMIT 1)) AS "address"
    FROM "Accounts" a LEFT JOIN LATERAL (SELECT g.* FROM "Verifiers" g WHERE g."account_id" = a."id"
      ORDER BY g."revoked_at" DESC NULLS FIRST LIMIT 1) f ON TRUE WHERE a."username" = ${username} AND a."closed_at" IS NULL`);
  return rows[0] ?? null;
}

/** What the skills of a person, or of an agent, have done. */
export interface PublishedNumbers {
  skills: number;
  /** Skills whose newest version has examples, all of them proven. */
  provenInFull: number;
  released: number;
  sealed: number;
  calls30d: number;
  failed30d: number;
  ratingSum: number;
  ratingCount: number;
  challenged: number;
  challengesLost: number;
}

/** What skills of an owner, or of an agent, have done; one query. */
export async function selectPublishedNumbers(
  db: Database,
  of: { ownerId: string } | { agent: string },
  now: Date,
): Promise<PublishedNumbers> {
  const monthAgo = new Date(now.getTime() - 30 * DAY_MS);
  const whose =
    "ownerId" in of
      ? sql`s."owner_id" = ${of.ownerId}`
      : sql`l."author_agent" ->> 'name' = ${of.agent} AND ${isOfAgentSql(of.agent)}`;
  const [row] = await db.$queryRaw<PublishedNumbers[]>(sql`
    WITH own AS (
      SELECT s."id", s."rating_sum", s."rating_count", l."examples_total", l."examples_proven"
      FROM "Skills" s JOIN "SkillVersions" l ON l."id" = s."latest_version_id"
      WHERE ${whose} AND s."published_at" IS NOT NULL AND s."claim_status" IS DISTINCT FROM 'expired'),
    versions AS (SELECT v.* FROM "SkillVersions" v JOIN own ON own."id" = v."skill_id" WHERE v."published_at" IS NOT NULL),
    runs AS (SELECT (count(*) FILTER (WHERE r."state" = 'DONE'))::int AS done, (count(*) FILTER (WHERE r."state" = 'FAILED'))::int AS failed
      FROM versions v JOIN "Runs" r ON r."version_id" = v."id" AND r."counts" AND r."started_at" > ${monthAgo} AND r."state" <> 'RUNNING'
        AND r."fault" IS DISTINCT FROM 'caller' AND r."fault" IS DISTINCT FROM 'platform'),
    challenges AS (SELECT (count(*) FILTER (WHERE c."standing" IS NOT NULL OR c."state" = 'upheld'))::int AS raised, (count(*) FILTER (WHERE c."state" = 'upheld'))::int AS lost
      FROM versions v JOIN "Challenges" c ON c."version_id" = v."id")
    SELECT (SELECT count(*)::int FROM own) AS "skills",
      (SELECT count(*)::int FROM own WHERE "examples_total" > 0 AND "examples_proven" = "examples_total") AS "provenInFull",
      (SELECT count(*)::int FROM versions) AS "released",
      (SELECT count(*)::int FROM versions v WHERE ${isAuditedSql(now)}) AS "sealed",
      (SELECT coalesce(sum("rating_sum"), 0)::int FROM own) AS "ratingSum",
      (SELECT coalesce(sum("rating_count"), 0)::int FROM own) AS "ratingCount",
      runs.done AS "calls30d", runs.failed AS "failed30d", challenges.raised AS "challenged", challenges.lost AS "challengesLost"
    FROM runs, challenges`);
  if (!row) throw new Error("an aggregate without GROUP BY always has one row");
  return row;
}

/**
 * Who has sealed versions of an owner's skills, and how many; seals that were taken back, and those of a skill in
 * quarantine, do not count.
 */
export function selectAuditsReceived(
  db: Database,
  ownerId: string,
  limit: number,
): Promise<{ verifierName: string; username: string; seals: number }[]> {
  return db.$queryRaw(sql`
    SELECT (array_agg(f."display_name" ORDER BY f."enrolled_at" DESC))[1] AS "verifierName", u."username", count(*)::int AS "seals"
    FROM "Skills" s JOIN "SkillVersions" v ON v."skill_id" = s."id" JOIN "Audits" a ON a."version_id" = v."id"
    JOIN "Verifiers" f ON f."id" = a."verifier_id" JOIN "Accounts" u ON u."id" = f."account_id"
    WHERE s."owner_id" = ${ownerId} AND ${isShownSql()} AND v."published_at" IS NOT NULL AND a."verdict" = 'seal'
      AND a."revoked_at" IS NULL
    GROUP BY 2 ORDER BY "seals" DESC, "verifierName" LIMIT ${limit}`);
}

export interface AuditsGiven {
  seals: number;
  changesRequested: number;
  /** Own seals that a challenge brought down afterwards. */
  overturned: number;
}

/** What an account has signed as a verifier, under any enrolment, of skills that everybody sees; one query. */
export async function selectAuditsGiven(db: Database, accountId: string): Promise<AuditsGiven> {
  const [row] = await db.$queryRaw<AuditsGiven[]>(sql`
    SELECT (count(*) FILTER (WHERE a."verdict" = 'seal'))::int AS "seals",
      (count(*) FILTER (WHERE a."verdict" = 'changes_requested'))::int AS "changesRequested",
      (count(*) FILTER (WHERE a."verdict" = 'seal' AND ${isOverturnedSql}))::int AS "overturned"
    FROM "Audits" a WHERE ${signedBySql(accountId)} AND NOT ${isOfPrivateSql(sql`a."version_id"`)}`);
  if (!row) throw new Error("an aggregate without GROUP BY always has one row");
  return row;
}

/** Names of open accounts that have a listed skill or sign audits, and of agents that a listed skill names. */
export async function listProfileNames(
  db: Database,
  limit: number,
): Promise<{ people: string[]; agents: string[] }> {
  const [people, agents] = await Promise.all([
    db.$queryRaw<{ name: string }[]>(sql`
      SELECT a."username" AS "name" FROM "Accounts" a
      WHERE a."closed_at" IS NULL
        AND (EXISTS (SELECT 1 FROM "Skills" s WHERE s."owner_id" = a."id" AND s."published_at" IS NOT NULL)
          OR EXISTS (SELECT 1 FROM "Verifiers" f WHERE f."account_id" = a."id")) ORDER BY 1 LIMIT ${limit}`),
    db.$queryRaw<{ name: string }[]>(sql`
      SELECT DISTINCT v."author_agent" ->> 'name' AS "name" FROM "Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id"
      WHERE v."author_agent" IS NOT NULL AND s."published_at" IS NOT NULL AND s."claim_status" IS DISTINCT FROM 'expired'
      ORDER BY 1 LIMIT ${limit}`),
  ]);
  return { people: people.map(({ name }) => name), agents: agents.map(({ name }) => name) };
}
