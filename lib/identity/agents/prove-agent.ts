import { database, type Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { findIdentityByName, type AgentIdentityRow } from "@/lib/identity/agents/agent-identities-repository";
import { isAgentSecret, NO_SECRET } from "@/lib/identity/agents/agent-secret";

/** Two names that differ only in capitals are one agent. */
export function toCanonicalAgentName(name: string): string {
  return name.toLowerCase();
}

/**
 * The identity behind an agent's name, proven by its secret (USK, agent identity); null while nobody has the name.
 * Throws AGENT_SECRET_REQUIRED and AGENT_SECRET_INVALID, the latter whatever the secret when the agent's owner
 * closed their account.
 */
export async function proveAgent(
  name: string,
  secret: string | undefined,
  db: Database = database(),
): Promise<AgentIdentityRow | null> {
  const canonicalName = toCanonicalAgentName(name);
  const identity = await findIdentityByName(db, canonicalName);
  if (!identity) return null;
  if (identity.secretHmac === NO_SECRET) {
    throw new DomainError(
      "AGENT_SECRET_INVALID",
      `The owner of "${identity.name}" closed their account: no secret is this agent's any more. Choose another name.`,
    );
  }
  if (secret === undefined || secret === "") {
    throw new DomainError(
      "AGENT_SECRET_REQUIRED",
      `"${identity.name}" is a known agent. Send its secret as X-Agent-Secret, or choose another name.`,
    );
  }
  if (isAgentSecret(canonicalName, secret, identity.secretHmac)) return identity;
  throw new DomainError("AGENT_SECRET_INVALID", "The secret does not belong to this agent.");
}
