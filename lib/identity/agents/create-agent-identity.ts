import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { insertIdentity, type AgentIdentityRow } from "@/lib/identity/agents/agent-identities-repository";
import { createAgentSecret, hashAgentSecret, toCanonicalAgentName } from "@/lib/identity/agents/prove-agent";

/**
 * Takes an agent's name in the caller's transaction, so that an upload that fails reserves nothing. The secret is in
 * the answer and nowhere else. Violates the unique name when another upload took it first.
 */
export async function createAgentIdentity(
  db: Database,
  agent: { name: string; provider?: string },
  now: Date,
): Promise<{ identity: AgentIdentityRow; secret: string }> {
  const canonicalName = toCanonicalAgentName(agent.name);
  const secret = createAgentSecret();
  const identity = await insertIdentity(db, {
    id: newId("agt", now.getTime()),
    name: agent.name,
    canonicalName,
    provider: agent.provider ?? null,
    secretHmac: hashAgentSecret(canonicalName, secret),
    createdAt: now,
  });
  return { identity, secret };
}
