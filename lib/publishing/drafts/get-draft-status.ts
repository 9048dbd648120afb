import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { claimTokenInvalid, hashGivenToken, isOutOfTime } from "@/lib/publishing/drafts/claim-token";
import {
  filterAskedFor,
  findDraftByToken,
  listDraftsOfAgent,
  type DraftRow,
} from "@/lib/publishing/drafts/repository";
import { DomainError } from "@/lib/kernel/errors";
import { proveAgent } from "@/lib/identity/agents/prove-agent";
import { parseAuthorAgentHeader } from "@/lib/skill-format";
import type { TrustLevel, VettingStatus } from "@/lib/registry/views";

export interface DraftStatus {
  skillId: string;
  slug: string;
  version: string | null;
  claimStatus: "draft" | "claimed" | "expired";
  trustLevel: TrustLevel;
  vettingStatus: VettingStatus;
  expiresAt: string | null;
  /** A person must still act, or the draft ends. */
  humanActionRequired: boolean;
  /** Somebody was sent a confirmation link for this draft. */
  verifyMailSent: boolean;
  agent: { name: string; claimed: boolean; mailSent: boolean } | null;
}

const SHOWN_DRAFTS = 100;

/** How a draft stands, for whoever has its claim token. Throws CLAIM_TOKEN_INVALID. */
export async function getDraftStatus(token: unknown, clock: Clock = systemClock): Promise<DraftStatus> {
  const draft = await findDraftByToken(database(), hashGivenToken(token));
  if (!draft) throw claimTokenInvalid();
  const now = clock.now();
  return toStatus(draft, { now, asked: await filterAskedFor(database(), [draft.id], now) });
}

/**
 * How the drafts of an agent stand, newest first, for the agent that proves itself. Throws AGENT_AUTHOR_INVALID (also
 * for a name nobody has), AGENT_SECRET_REQUIRED and AGENT_SECRET_INVALID.
 */
export async function listDraftStatus(header: string, secret: string | undefined): Promise<DraftStatus[]> {
  const reading = parseAuthorAgentHeader(header);
  const identity =
    reading.ok && reading.authorAgent ? await proveAgent(reading.authorAgent.name, secret) : null;
  if (!identity) throw new DomainError("AGENT_AUTHOR_INVALID", "X-Agent-Author names no agent known here.");
  const drafts = await listDraftsOfAgent(database(), identity.id, SHOWN_DRAFTS);
  const now = systemClock.now();
  const ids = drafts.map(({ id }) => id);
  const asked = await filterAskedFor(database(), ids, now);
  return drafts.map((draft) => toStatus(draft, { now, asked }));
}

function toStatus(draft: DraftRow, { now, asked }: { now: Date; asked: ReadonlySet<string> }): DraftStatus {
  const { agentIdentity: agent, latestVersion } = draft;
  const claimStatus = isOutOfTime(draft, now) ? "expired" : (draft.claimStatus ?? "claimed");
  return {
    skillId: draft.id,
    slug: draft.slug,
    version: latestVersion?.version ?? null,
    claimStatus,
    trustLevel: latestVersion?.trustLevel ?? "sandbox",
    vettingStatus: latestVersion?.vettingStatus ?? "pending",
    expiresAt: claimStatus === "claimed" ? null : (draft.claimExpiresAt?.toISOString() ?? null),
    humanActionRequired: claimStatus === "draft",
    verifyMailSent: asked.has(draft.id),
    agent: agent && {
      name: agent.name,
      claimed: agent.state === "claimed",
      mailSent: agent.state !== "created",
    },
  };
}
