import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { selectIdentityNumbers } from "@/lib/identity/agents/agent-authors-repository";

export interface IdentityStats {
  name: string;
  /** Skills the agent uploaded without an account. */
  totalUploads: number;
  totalClaimed: number;
  totalExpired: number;
  /** `totalClaimed` of `totalUploads`, 0 to 1; 0 without uploads. */
  claimSuccessRate: number;
}

/** How many of an agent's drafts people have wanted (USK, agent identity D4): totals only. */
export async function getIdentityStats(name: string, clock: Clock = systemClock): Promise<IdentityStats> {
  const { uploads, claimed, expired } = await selectIdentityNumbers(database(), name, clock.now());
  return {
    name,
    totalUploads: uploads,
    totalClaimed: claimed,
    totalExpired: expired,
    claimSuccessRate: uploads === 0 ? 0 : claimed / uploads,
  };
}
