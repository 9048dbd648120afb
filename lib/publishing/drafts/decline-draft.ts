import { systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import { setDraftDeclined } from "@/lib/publishing/drafts/repository";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { getAccount } from "@/lib/identity/accounts/get-account";
import { nextClaimState, storedClaim } from "@/lib/registry/claim-state";
import { recordEvent } from "@/lib/events/events";

/**
 * Ends a draft at once for the person it waits for: nobody can claim it any more and no list shows it; its page stays.
 * Throws NOT_FOUND for what is no open draft for the actor's confirmed address.
 */
export async function declineDraft(
  actor: Actor,
  skillId: string,
  clock: Clock = systemClock,
): Promise<{ slug: string }> {
  const { email, emailVerified } = await getAccount(actor.accountId);
  if (email === null || !emailVerified) throw noSuchDraft();
  const now = clock.now();
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
