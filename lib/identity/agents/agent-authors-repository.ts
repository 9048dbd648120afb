import type { Database } from "@/lib/db/client";
import { isOfAgentSql } from "@/lib/identity/agents/of-agent-sql";

export interface AgentAuthorNumbers {
  skillsCount: number;
  downloadsTotal: number;
  downloads7d: number;
  averageRating: number | null;
  topCategories: string[];
}

/** Totals over the published skills whose newest version names the agent; one query. */
export async function selectAgentAuthorNumbers(db: Database, name: string, topCategories: number) {
  const [row] = await db.$queryRaw<AgentAuthorNumbers[]>`
    WITH own AS (
      SELECT s."id", s."category", s."downloads_total", s."downloads_7d"
      FROM "Skills" s JOIN "SkillVersions" v ON v."id" = s."latest_version_id"
      WHERE v."author_agent" ->> 'name' = ${name} AND ${isOfAgentSql(name)} AND s."published_at" IS NOT NULL
        AND s."claim_status" IS DISTINCT FROM 'expired')
    SELECT count(*)::int AS "skillsCount",
      coalesce(sum("downloads_total"), 0)::int AS "downloadsTotal",
      coalesce(sum("downloads_7d"), 0)::int AS "downloads7d",
      (SELECT round(avg(r."rating"), 2)::float8 FROM "Reviews" r JOIN own ON own."id" = r."skill_id") AS "averageRating",
      ARRAY(SELECT "category" FROM own WHERE "category" IS NOT NULL
        GROUP BY "category" ORDER BY count(*) DESC, "category" LIMIT ${topCategories}) AS "topCategories"
    FROM own`;
  if (!row) throw new Error("an aggregate without GROUP BY always has one row");
  return row;
}

export interface IdentityNumbers {
  uploads: number;
  claimed: number;
  expired: number;
}

/**
 * Totals over the skills an agent uploaded without an account; a draft whose time is over counts as expired. One that
 * was given away is no agent's any more, and found by the name in it among those alone: as one condition every draft
 * there is would be asked.
 */
export async function selectIdentityNumbers(db: Database, name: string, now: Date): Promise<IdentityNumbers> {
  const [row] = await db.$queryRaw<IdentityNumbers[]>`
    WITH own AS (
      SELECT s."claim_status", s."claim_expires_at"
      FROM "AgentAuthorIdentities" a JOIN "Skills" s ON s."agent_identity_id" = a."id"
      WHERE a."canonical_name" = lower(${name}) AND s."claim_status" IS NOT NULL
      UNION ALL
      SELECT s."claim_status", s."claim_expires_at"
      FROM (SELECT DISTINCT "skill_id" FROM "SkillTransfers" WHERE "state" = 'accepted') t
      JOIN "Skills" s ON s."id" = t."skill_id" JOIN "SkillVersions" v ON v."id" = s."latest_version_id"
      WHERE s."agent_identity_id" IS NULL AND s."claim_status" IS NOT NULL AND lower(v."author_agent" ->> 'name') = lower(${name}))
    SELECT count(*)::int AS "uploads", (count(*) FILTER (WHERE "claim_status" = 'claimed'))::int AS "claimed",
      (count(*) FILTER (WHERE "claim_status" = 'expired'
        OR ("claim_status" = 'draft' AND "claim_expires_at" <= ${now})))::int AS "expired"
    FROM own`;
  if (!row) throw new Error("an aggregate without GROUP BY always has one row");
  return row;
}

export interface OwnAgentRow {
  name: string;
  provider: string | null;
  claimedAt: Date;
  uploads: number;
  claimed: number;
}

/** The agents of an account with what became of their uploads, the latest claimed first; one query. */
export function selectAgentsOfAccount(
  db: Database,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<OwnAgentRow[]> {
  return db.$queryRaw<OwnAgentRow[]>`
    SELECT a."name", a."provider", coalesce(a."claimed_at", a."created_at") AS "claimedAt", count(s."id")::int AS "uploads",
      (count(*) FILTER (WHERE s."claim_status" = 'claimed'))::int AS "claimed"
    FROM "AgentAuthorIdentities" a
    LEFT JOIN "Skills" s ON s."agent_identity_id" = a."id" AND s."claim_status" IS NOT NULL
    WHERE a."account_id" = ${accountId} AND a."state" = 'claimed'
    GROUP BY a."id" ORDER BY "claimedAt" DESC, a."name" LIMIT ${limit}`;
}

export interface AgentFactsRow {
  name: string;
  provider: string | null;
  owner: string | null;
  claimedAt: Date | null;
  createdAt: Date;
}

/** An agent's identity as everybody may see it, whatever capitals the name was asked with. */
export async function findAgentFacts(db: Database, name: string): Promise<AgentFactsRow | null> {
  const row = await db.agentAuthorIdentity.findUnique({
    where: { canonicalName: name.toLowerCase() },
    select: {
      name: true,
      provider: true,
      state: true,
      claimedAt: true,
      createdAt: true,
      account: { select: { username: true } },
    },
  });
  if (!row) return null;
  const { state, account, ...facts } = row;
  return { ...facts, owner: state === "claimed" ? (account?.username ?? null) : null };
}
