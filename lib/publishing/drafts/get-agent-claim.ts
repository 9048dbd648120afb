import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { hashGivenToken } from "@/lib/publishing/drafts/claim-token";
import { listOpenDrafts } from "@/lib/publishing/drafts/repository";
import { awaitsPassword } from "@/lib/identity/passwords/first-password";
import { getAgentLink, type AgentLink } from "@/lib/identity/agents/get-agent-link";

/** What the page of an agent's link shows. */
export interface AgentClaimView extends Pick<AgentLink, "state" | "agent" | "email"> {
  /** Names of the drafts that go to whoever confirms. */
  drafts: string[];
  maySetPassword: boolean;
}

/**
 * The agent behind a link in a mail: looking changes nothing (docs/dialects/differences.md). Throws
 * CLAIM_TOKEN_INVALID.
 */
export async function getAgentClaim(token: unknown, clock: Clock = systemClock): Promise<AgentClaimView> {
  const { state, agent, email, identityId, confirmed } = await getAgentLink(hashGivenToken(token), clock);
  const drafts = state === "ready" ? await listOpenDrafts(database(), identityId, clock.now()) : [];
  return {
    state,
    agent,
    email,
    drafts: drafts.map(({ slug }) => slug),
    maySetPassword: confirmed !== null && (await awaitsPassword(confirmed, clock.now())),
  };
}
