import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { findAgentToken, type AgentClaimTokenRow } from "@/lib/identity/agents/agent-identities-repository";
import type { ConfirmedLink } from "@/lib/identity/passwords/first-password";
import { maskEmailAddress } from "@/lib/identity/email/email-address";

export interface AgentLink {
  /** `taken`: it was claimed by another link. */
  state: "ready" | "expired" | "done" | "taken";
  identityId: string;
  agent: string;
  /** Masked. */
  email: string;
  /** Null before it is confirmed. */
  confirmed: ConfirmedLink | null;
}

/** The agent behind the hash of a link's token: looking changes nothing. Throws CLAIM_TOKEN_INVALID. */
export async function getAgentLink(tokenHash: string, clock: Clock = systemClock): Promise<AgentLink> {
  const token = await findAgentToken(database(), tokenHash);
  if (!token) throw new DomainError("CLAIM_TOKEN_INVALID", "There is no agent for this link.");
  const { identity, usedAt, expiresAt } = token;
  const expired = expiresAt <= clock.now();
  const unused = identity.state === "claimed" ? "taken" : expired ? "expired" : "ready";
  return {
    state: usedAt === null ? unused : "done",
    identityId: identity.id,
    agent: identity.name,
    email: maskEmailAddress(token.email),
    confirmed: confirmedOf(token),
  };
}

/** The agent link of this hash of a token once it was confirmed; null for any other hash. */
export async function findConfirmedAgentLink(tokenHash: string): Promise<ConfirmedLink | null> {
  const token = await findAgentToken(database(), tokenHash);
  return token && confirmedOf(token);
}

function confirmedOf({ createdAt, usedAt, email, identity }: AgentClaimTokenRow): ConfirmedLink | null {
  const { accountId } = identity;
  return usedAt === null || accountId === null ? null : { accountId, email, askedAt: createdAt, usedAt };
}
