import type { Database } from "@/lib/db/client";
import { deleteContact, retireAgentsOf } from "@/lib/identity/agents/agent-identities-repository";
import { NO_SECRET } from "@/lib/identity/agents/prove-agent";

/**
 * Makes the secrets of a closed account's agents open nothing, and takes its addresses off them, in the caller's
 * transaction. `email` is an address that the account has proven. Returns the ids of its agents.
 */
export async function retireAgents(
  db: Database,
  { accountId, email }: { accountId: string; email: string | null },
): Promise<string[]> {
  if (email !== null) await deleteContact(db, email);
  return retireAgentsOf(db, accountId, NO_SECRET);
}
