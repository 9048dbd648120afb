import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

const IDENTITY = {
  id: true,
  name: true,
  canonicalName: true,
  provider: true,
  secretHmac: true,
  state: true,
  contactEmail: true,
  accountId: true,
  claimedAt: true,
} satisfies Prisma.AgentAuthorIdentitySelect;

export type AgentIdentityRow = Prisma.AgentAuthorIdentityGetPayload<{ select: typeof IDENTITY }>;

export function findIdentityByName(db: Database, canonicalName: string): Promise<AgentIdentityRow | null> {
  return db.agentAuthorIdentity.findUnique({ where: { canonicalName }, select: IDENTITY });
}

export function findIdentity(db: Database, id: string): Promise<AgentIdentityRow | null> {
  return db.agentAuthorIdentity.findUnique({ where: { id }, select: IDENTITY });
}

export interface NewIdentity {
  id: string;
  name: string;
  canonicalName: string;
  provider: string | null;
  secretHmac: string;
  createdAt: Date;
}

/** Violates the unique name when another upload took it first. */
export function insertIdentity(db: Database, identity: NewIdentity): Promise<AgentIdentityRow> {
  return db.agentAuthorIdentity.create({ data: identity, select: IDENTITY });
}

/** Sets the address an unclaimed agent is to be confirmed by; false when it was claimed meanwhile. */
export async function setContactEmail(
  db: Database,
  id: string,
  contact: { contactEmail: string; state: "pending_verify" },
): Promise<boolean> {
  const { count } = await db.agentAuthorIdentity.updateMany({
    where: { id, state: { not: "claimed" } },
    data: contact,
  });
  return count === 1;
}

/** Gives an agent to its owner, once: false when another confirmation was first. */
export async function setClaimed(
  db: Database,
  id: string,
  claim: { accountId: string; contactEmail: string; claimedAt: Date },
): Promise<boolean> {
  const { count } = await db.agentAuthorIdentity.updateMany({
    where: { id, state: { not: "claimed" }, claimedAt: null },
    data: { ...claim, state: "claimed" },
  });
  return count === 1;
}

const TOKEN = {
  id: true,
  identityId: true,
  email: true,
  locale: true,
  expiresAt: true,
  usedAt: true,
  createdAt: true,
  identity: { select: IDENTITY },
} satisfies Prisma.AgentIdentityClaimTokenSelect;

export type AgentClaimTokenRow = Prisma.AgentIdentityClaimTokenGetPayload<{ select: typeof TOKEN }>;

export function findAgentToken(db: Database, tokenHash: string): Promise<AgentClaimTokenRow | null> {
  return db.agentIdentityClaimToken.findUnique({ where: { tokenHash }, select: TOKEN });
}

export interface NewAgentToken {
  id: string;
  identityId: string;
  tokenHash: string;
  email: string;
  locale: string;
  expiresAt: Date;
  createdAt: Date;
}

export async function insertAgentToken(db: Database, token: NewAgentToken): Promise<void> {
  await db.agentIdentityClaimToken.create({ data: token, select: { id: true } });
}

export function findLiveAgentToken(
  db: Database,
  identityId: string,
  { email, now }: { email: string; now: Date },
): Promise<{ id: string } | null> {
  return db.agentIdentityClaimToken.findFirst({
    where: { identityId, email, usedAt: null, expiresAt: { gt: now } },
    select: { id: true },
  });
}

/** Only the link sent to the newest address works. */
export async function deleteUnusedAgentTokens(db: Database, identityId: string): Promise<void> {
  await db.agentIdentityClaimToken.deleteMany({ where: { identityId, usedAt: null } });
}

/** True for the one use of a token. */
export async function useAgentToken(db: Database, id: string, usedAt: Date): Promise<boolean> {
  const { count } = await db.agentIdentityClaimToken.updateMany({
    where: { id, usedAt: null },
    data: { usedAt },
  });
  return count === 1;
}

/** Holds the row until the transaction ends. */
export async function lockIdentityRow(db: Database, id: string): Promise<void> {
  await db.$queryRaw`SELECT "id" FROM "AgentAuthorIdentities" WHERE "id" = ${id} FOR UPDATE`;
}

/**
 * Ids of an account's agents, which no secret opens any more and no address stands beside. Their names and their
 * owner stay.
 */
export async function retireAgentsOf(db: Database, accountId: string, secretHmac: string): Promise<string[]> {
  const rows = await db.agentAuthorIdentity.updateManyAndReturn({
    where: { accountId },
    data: { secretHmac, contactEmail: null },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** Takes a proven address off the agents that wait to be confirmed by it. */
export async function deleteContact(db: Database, email: string): Promise<void> {
  await db.agentAuthorIdentity.updateMany({
    where: { contactEmail: email, state: "pending_verify" },
    data: { contactEmail: null, state: "created" },
  });
}
