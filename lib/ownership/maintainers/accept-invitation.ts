import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import type { Actor } from "@/lib/identity/actor";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { shareLockAccounts } from "@/lib/identity/accounts/share-lock-account";
import { findMaintainerObstacles } from "@/lib/ownership/maintainers/find-maintainer-obstacles";
import {
  maintainerNotFound,
  maintainerNotPossible,
} from "@/lib/ownership/maintainers/maintainer-not-possible";
import { findMaintainer, setAccepted } from "@/lib/ownership/maintainers/repository";
import { notifyOfOffer } from "@/lib/log/events/notices/notify-of-offer";
import { recordEvent } from "@/lib/log/events/events";
import { lockOwnedSkill } from "@/lib/registry/find-skill";
import { deleteReviewOf } from "@/lib/registry/reviews/delete-reviews";

/**
 * Begins to maintain a skill, in one transaction; one's own review of it goes. Of several at once one does it. The
 * public log keeps it.
 *
 * Throws CONFIRMATION_REQUIRED, MAINTAINER_NOT_FOUND for an invitation that is not the actor's, or not any more,
 * MAINTAINER_NOT_POSSIBLE with `details.obstacles`, and AUTH_FAILED when one of both accounts was closed meanwhile.
 */
export async function acceptInvitation(
  { actor, maintainerId }: { actor: Actor; maintainerId: string },
  clock: Clock = systemClock,
): Promise<{ slug: string }> {
  const invitation = await findMaintainer(database(), maintainerId);
  const { accountId } = actor;
  const ownerId = invitation?.skill.ownerId;
  if (invitation?.accountId !== accountId || !ownerId) throw maintainerNotFound();
  const { skillId } = invitation;
  const now = clock.now();
  return inTransaction(async (tx) => {
    await shareLockAccounts(tx, [ownerId, accountId]);
    await assertConfirmed(tx, actor, now);
    const skill = await lockOwnedSkill(tx, skillId);
    if (skill?.ownerId !== ownerId || !(await setAccepted(tx, maintainerId, now))) throw maintainerNotFound();
    const obstacles = await findMaintainerObstacles(tx, { accountId, skillId });
    if (obstacles.length > 0) throw maintainerNotPossible(obstacles);
    await deleteReviewOf(tx, { skillId, accountId });
    // As they are called now, held: the log keeps it for ever.
    const { account, skill: held } = (await findMaintainer(tx, maintainerId)) ?? invitation;
    const [from, to] = [held.owner?.username ?? "", account.username];
    await notifyOfOffer(tx, "maintainer-accepted", { accountId: ownerId, slug: skill.slug, from, to, now });
    const data = { slug: skill.slug, maintainer: to };
    await recordEvent(tx, { kind: "skill:maintainer-added", skillId, data }, now, accountId);
    return { slug: skill.slug };
  });
}
