import type { Database } from "@/lib/db/client";
import {
  deleteUnusedAgentTokens,
  findIdentity,
  setClaimed,
} from "@/lib/identity/agents/agent-identities-repository";
import { nextIdentityState } from "@/lib/identity/agents/agent-identity-state";

export interface IdentityClaim {
  accountId: string;
  /** The address that was proven, and stays the agent's for good. */
  contactEmail: string;
  claimedAt: Date;
}

/**
 * Makes an account the owner of an agent, once and for good. Links sent to other addresses stop working. Runs in the
 * caller's transaction; false, and nothing done, when the agent has an owner.
 */
export async function claimIdentity(db: Database, id: string, claim: IdentityClaim): Promise<boolean> {
  const identity = await findIdentity(db, id);
  if (!identity) return false;
  // Whoever proves an address has given it: an agent that named none yet becomes its owner's in two steps at once.
  const { state } = nextIdentityState(identity.state, "upload_with_email");
  if (nextIdentityState(state, "link_confirmed").refused) return false;
  if (!(await setClaimed(db, id, claim))) return false;
  await deleteUnusedAgentTokens(db, id);
  return true;
}
