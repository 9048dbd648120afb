import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { findAgentToken } from "@/lib/identity/agent-identities-repository";
import { maskEmailAddress } from "@/lib/identity/email-address";

export interface AgentLink {
  /** `taken`: it was claimed by another link. */
  state: "ready" | "expired" | "done" | "taken";
  identityId: string;
  agent: string;
  /** Masked. */
  email: string;
  /** Whose the agent is since this link was confirmed. */
  accountId: string | null;
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
    accountId: usedAt === null ? null : identity.accountId,
  };
}
