import { database } from "@/lib/db/client";
import {
  findAgentFacts as findRow,
  type AgentFactsRow,
} from "@/lib/identity/agents/agent-authors-repository";

/** An agent's identity as everybody may see it, whatever capitals the name was asked with; null for an unknown name. */
export function findAgentFacts(name: string): Promise<AgentFactsRow | null> {
  return findRow(database(), name);
}
