import type { AgentIdentityRow } from "@/lib/identity/agents/agent-identities-repository";
import { proveAgent, toCanonicalAgentName } from "@/lib/identity/agents/prove-agent";
import { findIdentityByName } from "@/lib/identity/agents/agent-identities-repository";
import { database } from "@/lib/db/client";

/**
 * What becomes of an agent's name on the upload of an account (USK, "Agent Identity": nobody else uses the name).
 * `secret`: the upload must bring the agent's secret, and is refused without the right one.
 */
export type Attribution = "proven" | "unproven" | "secret";

/**
 * An account proves the agents that it has claimed; whoever sends a secret is held to it. The name of an agent that
 * somebody else has claimed needs its secret. Any other name is only what the upload says: two programs may well use the
 * same model.
 */
export function decideAttribution(
  identity: Pick<AgentIdentityRow, "accountId"> | null,
  { accountId, hasSecret }: { accountId: string; hasSecret: boolean },
): Attribution {
  if (identity === null) return "unproven";
  if (identity.accountId === accountId) return "proven";
  return hasSecret || identity.accountId !== null ? "secret" : "unproven";
}

/**
 * Whether an account's upload proves the agent that it names. Throws AGENT_SECRET_REQUIRED and AGENT_SECRET_INVALID.
 */
export async function provesAgent(
  name: string,
  { accountId, secret }: { accountId: string; secret: string | undefined },
): Promise<boolean> {
  const identity = await findIdentityByName(database(), toCanonicalAgentName(name));
  const hasSecret = secret !== undefined && secret !== "";
  const attribution = decideAttribution(identity, { accountId, hasSecret });
  return attribution === "secret" ? (await proveAgent(name, secret)) !== null : attribution === "proven";
}
