import type { Database } from "@/lib/db/client";
import { assignDraft } from "@/lib/publishing/drafts/assign-draft";
import { listOpenDrafts } from "@/lib/publishing/drafts/repository";
import { claimIdentity } from "@/lib/identity/agents/claim-identity";

export interface AgentOwnership {
  ownerId: string;
  /** The address that was proven. */
  email: string;
  now: Date;
}

/**
 * Gives an agent and all its open drafts to an account; what it uploads later goes there too (USK, agent identity).
 * Runs in the caller's transaction. The number of drafts given; null, and nothing done, when the agent has an owner.
 */
export async function claimAgent(
  db: Database,
  agent: { id: string },
  { ownerId, email, now }: AgentOwnership,
): Promise<number | null> {
  const claimed = await claimIdentity(db, agent.id, {
    accountId: ownerId,
    contactEmail: email,
    claimedAt: now,
  });
  if (!claimed) return null;
  const drafts = await listOpenDrafts(db, agent.id, now);
  let given = 0;
  for (const draft of drafts) given += (await assignDraft(db, draft, { ownerId, now })) ? 1 : 0;
  return given;
}
