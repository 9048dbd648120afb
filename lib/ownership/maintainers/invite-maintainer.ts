import { DAY_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import type { Actor } from "@/lib/identity/actor";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { getOtherMailbox } from "@/lib/platform/mail/get-other-mailbox";
import { shareLockAccounts } from "@/lib/identity/accounts/share-lock-account";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import { newId } from "@/lib/kernel/ids";
import { findMaintainerObstacles } from "@/lib/ownership/maintainers/find-maintainer-obstacles";
import { maintainerNotPossible } from "@/lib/ownership/maintainers/maintainer-not-possible";
import { countOpen, insertInvitation, withdrawExpired } from "@/lib/ownership/maintainers/repository";
import { notifyOfOffer } from "@/lib/log/events/notices/notify-of-offer";
import { lockOwnSkill } from "@/lib/registry/find-skill";

/** How many maintain a skill or are invited to, together. */
export const MAX_MAINTAINERS = 20;
/** How long an invitation can be answered. */
export const INVITATION_DAYS = 7;

export interface MaintainerInvitation {
  actor: Actor;
  /** Slug or id. */
  skill: string;
  /** User name of whom to invite. */
  username: string;
}

/**
 * Invites another account to maintain a skill; until it accepts, within seven days, nothing changes. It is told
 * by mail, and so is the owner, whose settings list it: a person confirms that it is them, a program with a key
 * is not asked.
 *
 * Throws CONFIRMATION_REQUIRED, SKILL_NOT_FOUND, PERMISSION_DENIED (only its owner), REQUEST_INVALID (nobody of that
 * name, or oneself) and MAINTAINER_NOT_POSSIBLE with `details.obstacles`.
 */
export async function inviteMaintainer(
  { actor, skill: slugOrId, username }: MaintainerInvitation,
  clock: Clock = systemClock,
): Promise<{ maintainerId: string; slug: string; username: string; expiresAt: string }> {
  const now = clock.now();
  return inTransaction(async (tx) => {
    const { accountId } = actor;
    const invited = await getOtherMailbox(tx, { username, than: accountId, pointer: "#/username" });
    await shareLockAccounts(tx, [accountId, invited.accountId]);
    if (!actor.apiKey) await assertConfirmed(tx, actor, now);
    const refusal = "Only the owner of a skill can invite somebody to maintain it.";
    const { id: skillId, slug } = await lockOwnSkill(tx, { skill: slugOrId, accountId, refusal });
    const obstacles = await findMaintainerObstacles(tx, { accountId: invited.accountId, skillId });
    if (obstacles.length > 0) throw maintainerNotPossible(obstacles);
    await withdrawExpired(tx, skillId, now);
    if ((await countOpen(tx, skillId)) >= MAX_MAINTAINERS) throw maintainerNotPossible(["full"]);
    const invitation = {
      id: newId("mnt", now.getTime()),
      skillId,
      accountId: invited.accountId,
      invitedById: accountId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
    };
    if (!(await insertInvitation(tx, invitation))) throw maintainerNotPossible(["invited"]);
    const facts = { slug, from: actor.username, to: invited.username, now };
    await notifyOfOffer(tx, "maintainer-invited", { ...facts, accountId: invited.accountId });
    const what = invited.username;
    await recordAccessChange(
      tx,
      { accountId, change: "maintainer-invited", what, skill: slug, by: actor },
      now,
    );
    const { id: maintainerId, expiresAt } = invitation;
    return { maintainerId, slug, username: invited.username, expiresAt: expiresAt.toISOString() };
  });
}
