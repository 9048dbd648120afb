import { database } from "@/lib/db/client";
import { selectAgentsOfAccount } from "@/lib/identity/agents/agent-authors-repository";

/** An agent that belongs to an account: totals only, nothing of a session. */
export interface AccountAgent {
  name: string;
  provider: string | null;
  claimedAt: string;
  /** Skills it uploaded without an account. */
  uploads: number;
  claimed: number;
  /** `claimed` of `uploads`, 0 to 1; null without uploads. */
  claimRate: number | null;
}

const MOST = 100;

/** The agents an account has claimed, the latest first. */
export async function listAgentsOfAccount(accountId: string): Promise<AccountAgent[]> {
  const rows = await selectAgentsOfAccount(database(), { accountId, limit: MOST });
  return rows.map(({ claimedAt, uploads, claimed, name, provider }) => ({
    name,
    provider,
    claimedAt: claimedAt.toISOString(),
    uploads,
    claimed,
    claimRate: uploads === 0 ? null : claimed / uploads,
  }));
}
