import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import {
  findAgentToken,
  useAgentToken,
  type AgentClaimTokenRow,
} from "@/lib/identity/agents/agent-identities-repository";

/**
 * Uses the token of an agent's link, in the caller's transaction: of several at once, one gets it. Throws
 * CLAIM_TOKEN_INVALID, CLAIM_ALREADY_COMPLETED and CLAIM_VERIFY_EXPIRED.
 */
export async function takeAgentToken(
  db: Database,
  tokenHash: string,
  now: Date,
): Promise<AgentClaimTokenRow> {
  const token = await findAgentToken(db, tokenHash);
  if (!token) throw new DomainError("CLAIM_TOKEN_INVALID", "There is no agent for this link.");
  if (token.usedAt !== null || token.identity.state === "claimed") throw agentAlreadyClaimed();
  if (token.expiresAt <= now) {
    throw new DomainError(
      "CLAIM_VERIFY_EXPIRED",
      "This link is too old. The agent has a new one sent with its next upload.",
    );
  }
  if (!(await useAgentToken(db, token.id, now))) throw agentAlreadyClaimed();
  return token;
}

export function agentAlreadyClaimed(): DomainError {
  return new DomainError("CLAIM_ALREADY_COMPLETED", "This agent already has an owner.");
}
