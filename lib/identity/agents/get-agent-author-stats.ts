import { database } from "@/lib/db/client";
import {
  selectAgentAuthorNumbers,
  type AgentAuthorNumbers,
} from "@/lib/identity/agents/agent-authors-repository";

const TOP_CATEGORIES = 5;

/** What an agent has published (USK, attribution): totals only, so that no session or person can be followed. */
export async function getAgentAuthorStats(name: string): Promise<AgentAuthorNumbers & { name: string }> {
  return { name, ...(await selectAgentAuthorNumbers(database(), name, TOP_CATEGORIES)) };
}
