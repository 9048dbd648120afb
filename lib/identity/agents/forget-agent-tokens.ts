import { database } from "@/lib/db/client";
import { deleteStaleAgentTokens } from "@/lib/identity/agents/agent-identities-repository";

/** Forgets the links of agents that ran out before a moment and were never confirmed. */
export function forgetAgentTokens(before: Date): Promise<number> {
  return deleteStaleAgentTokens(database(), before);
}
