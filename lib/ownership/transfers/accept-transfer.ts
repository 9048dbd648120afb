import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import type { Actor } from "@/lib/identity/actor";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { shareLockAccounts } from "@/lib/identity/accounts/share-lock-account";
import { dropMaintainers } from "@/lib/ownership/maintainers/drop-maintainers";
import { notifyOfOffer } from "@/lib/log/events/notices/notify-of-offer";
import { recordEvent } from "@/lib/log/events/events";
import { lockOwnedSkill } from "@/lib/registry/find-skill";
import { refreshListing } from "@/lib/registry/listing/refresh-listing";
import { deleteReviewOf } from "@/lib/registry/reviews/delete-reviews";
import { findObstacles } from "@/lib/ownership/transfers/find-obstacles";
import { findTransfer, setOwner, setTransferEnded } from "@/lib/ownership/transfers/repository";
import { transferNotFound, transferNotPossible } from "@/lib/ownership/transfers/transfer-not-possible";

export interface Acceptance {
  actor: Actor;
  transferId: string;
}

/**
 * Takes a skill over, in one transaction: from here on its new owner answers for it. The agent that may have uploaded
 * it can add nothing any more, and the new owner's own review of it goes. Everything else stays as it is: versions,
 * seals, ratings, and the wallet each version is paid to. Of several at once one does it; the public log keeps who gave
 * it to whom.
 *
 * Throws CONFIRMATION_REQUIRED, TRANSFER_NOT_FOUND for an offer that is not the actor's to accept, or not any more,
 * TRANSFER_NOT_POSSIBLE with `details.obstacles`, and AUTH_FAILED when one of both accounts was closed meanwhile.
 */
export async function acceptTransfer(
  { actor, transferId }: Acceptance,
  clock: Clock = systemClock,
): Promise<{ slug: string }> {
  const offer = await findTransfer(database(), transferId);
  if (offer?.toId !== actor.accountId || offer.state !== "offered") throw transferNotFound();
  const { skillId, fromId, toId } = offer;
  const { slug } = offer.skill;
  const now = clock.now();
  await inTransaction(async (tx) => {
    await shareLockAccounts(tx, [fromId, toId]);
    await assertConfirmed(tx, actor, now);
    const skill = await lockOwnedSkill(tx, skillId);
    if (!(await setTransferEnded(tx, transferId, { to: "accepted", now })) || skill?.ownerId !== fromId) {
      throw transferNotFound();
    }
    const obstacles = await findObstacles(tx, { skillId, toId });
    if (obstacles.length > 0) throw transferNotPossible(obstacles);
    // As they are called now, held: a name that was given up meanwhile may be somebody else's, and the log keeps it
    // for ever.
    const { from, to } = (await findTransfer(tx, transferId)) ?? offer;
    await setOwner(tx, skillId, toId);
    await deleteReviewOf(tx, { skillId, accountId: toId });
    await refreshListing(tx, skillId, now); // it is found under its owner's name
    await notifyOfOffer(tx, "transfer-accepted", {
      accountId: fromId,
      slug,
      from: from.username,
      to: to.username,
      now,
    });
    const data = { slug, from: from.username, to: to.username };
    await recordEvent(tx, { kind: "skill:transferred", skillId, data }, now, toId);
    await dropMaintainers(tx, { skillId, actor: toId, now });
  });
  return { slug };
}
