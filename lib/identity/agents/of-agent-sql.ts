import { Prisma } from "@/lib/db/generated/client";

/**
 * True for skill `s` when it may stand under an agent's name: anybody can name an agent, but where an account has
 * claimed it only what the agent uploaded itself and what its owner publishes count (USK, agent identity).
 */
export const isOfAgentSql = (name: string): Prisma.Sql => Prisma.sql`NOT EXISTS (
  SELECT 1 FROM "AgentAuthorIdentities" i WHERE i."canonical_name" = lower(${name}) AND i."account_id" IS NOT NULL
    AND i."account_id" IS DISTINCT FROM s."owner_id" AND i."id" IS DISTINCT FROM s."agent_identity_id")`;
