import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { claimTokenInvalid, hashGivenToken } from "@/lib/publishing/drafts/claim-token";
import { isOutOfTime } from "@/lib/publishing/drafts/find-held-draft";
import { findDraftByToken, listOpenDrafts, type DraftRow } from "@/lib/publishing/drafts/repository";

/** What the claim page shows of a draft. */
export interface ClaimView {
  state: "open" | "expired" | "claimed";
  slug: string;
  agent: { name: string; provider: string | null } | null;
  uploadedAt: string;
  expiresAt: string | null;
  /** How many other drafts of this agent can be claimed with it; 0 when the agent has an owner. */
  otherDrafts: number;
  /** The agent has no owner yet, so that it can be claimed as a whole. */
  agentIsOpen: boolean;
}

/** The draft behind a claim link, for its page: looking changes nothing. Throws CLAIM_TOKEN_INVALID. */
export async function getClaim(token: unknown, clock: Clock = systemClock): Promise<ClaimView> {
  const now = clock.now();
  const draft = await findDraftByToken(database(), hashGivenToken(token));
  if (!draft) throw claimTokenInvalid();
  const { agentIdentity: agent } = draft;
  const open = agent !== null && agent.state !== "claimed";
  const drafts = open ? await listOpenDrafts(database(), agent.id, now) : [];
  return {
    state: stateOf(draft, now),
    slug: draft.slug,
    agent: agent && { name: agent.name, provider: agent.provider },
    uploadedAt: draft.createdAt.toISOString(),
    expiresAt: draft.claimExpiresAt?.toISOString() ?? null,
    otherDrafts: drafts.filter(({ id }) => id !== draft.id).length,
    agentIsOpen: open,
  };
}

function stateOf(draft: DraftRow, now: Date): ClaimView["state"] {
  if (draft.claimStatus === "claimed") return "claimed";
  return isOutOfTime(draft, now) ? "expired" : "open";
}
