import { DAY_MS, systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { claimTokenOf } from "@/lib/publishing/drafts/claim-token";
import { listDraftsForEmail, setDraftDeclined } from "@/lib/publishing/drafts/repository";
import { getAccount } from "@/lib/identity/accounts/accounts";
import type { Actor } from "@/lib/identity/actor";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { nextClaimState, storedClaim } from "@/lib/registry/claim-state";
import { recordEvent } from "@/lib/log/events/events";

export interface OwnDraft {
  skillId: string;
  slug: string;
  version: string | null;
  description: string;
  agent: string | null;
  uploadedAt: string;
  expiresAt: string;
  /** Whole days until it ends, 0 on its last day. */
  daysLeft: number;
  /** Address of its claim page on this site. */
  claimPath: string;
}

const MOST = 100;

/** The open drafts that wait for the actor's confirmed address, those that end first at the front; none without one. */
export async function listOwnDrafts(actor: Actor): Promise<OwnDraft[]> {
  const { email, emailVerified } = await getAccount(actor.accountId);
  if (email === null || !emailVerified) return [];
  const now = systemClock.now();
  const rows = await listDraftsForEmail(database(), { email, now, limit: MOST });
  return rows.map((row) => {
    const expiresAt = row.claimExpiresAt ?? now;
    return {
      skillId: row.id,
      slug: row.slug,
      version: row.latestVersion?.version ?? null,
      description: row.description,
      agent: row.agentIdentity?.name ?? null,
      uploadedAt: row.createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      daysLeft: Math.floor((expiresAt.getTime() - now.getTime()) / DAY_MS),
      claimPath: `/drafts/claim?token=${encodeURIComponent(claimTokenOf(row.id))}`,
    };
  });
}

/**
 * Ends a draft at once for the person it waits for: nobody can claim it any more and no list shows it; its page stays.
 * Throws NOT_FOUND for what is no open draft for the actor's confirmed address.
 */
export async function declineDraft(actor: Actor, skillId: string): Promise<{ slug: string }> {
  const { email, emailVerified } = await getAccount(actor.accountId);
  if (email === null || !emailVerified) throw noSuchDraft();
  const now = systemClock.now();
  const to = storedClaim(nextClaimState("draft", "claim_declined").state);
  return inTransaction(async (tx) => {
    const declined = await setDraftDeclined(tx, skillId, { email, to, now });
    if (!declined) throw noSuchDraft();
    const event = { kind: "draft:expired", skillId, data: { slug: declined.slug } } as const;
    await recordEvent(tx, event, now, actor.accountId);
    return declined;
  });
}

function noSuchDraft(): DomainError {
  return new DomainError("NOT_FOUND", "No open draft of this id waits for you.");
}
