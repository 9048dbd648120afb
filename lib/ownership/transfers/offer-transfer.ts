import { DAY_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { getOtherMailbox } from "@/lib/platform/mail/get-other-mailbox";
import { shareLockAccounts } from "@/lib/identity/accounts/share-lock-account";
import { newId } from "@/lib/kernel/ids";
import { notifyOfOffer } from "@/lib/log/events/notices/notify-of-offer";
import { lockOwnSkill } from "@/lib/registry/find-skill";
import { findObstacles } from "@/lib/ownership/transfers/find-obstacles";
import { cancelExpired, insertTransfer } from "@/lib/ownership/transfers/repository";
import { transferNotPossible } from "@/lib/ownership/transfers/transfer-not-possible";

/** How long an offer can be answered. */
export const OFFER_DAYS = 7;

export interface TransferOffer {
  actor: Actor;
  /** Slug or id. */
  skill: string;
  /** User name of whom it is offered to. */
  to: string;
}

/**
 * Offers a skill to another account, which has seven days to accept; until then nothing changes. Both are told by mail
 * where they have proven an address. A skill has one offer at a time.
 *
 * Throws CONFIRMATION_REQUIRED, SKILL_NOT_FOUND, PERMISSION_DENIED (only its owner), REQUEST_INVALID (nobody of that
 * name, or oneself) and TRANSFER_NOT_POSSIBLE, with `details.obstacles`, or for a second offer.
 */
export async function offerTransfer(
  { actor, skill: slugOrId, to }: TransferOffer,
  clock: Clock = systemClock,
): Promise<{ transferId: string }> {
  const now = clock.now();
  return inTransaction(async (tx) => {
    const recipient = await getOtherMailbox(tx, { username: to, than: actor.accountId, pointer: "#/to" });
    await shareLockAccounts(tx, [actor.accountId, recipient.accountId]);
    await assertConfirmed(tx, actor, now);
    const refusal = "Only the owner of a skill can offer it to somebody.";
    const skill = await lockOwnSkill(tx, { skill: slugOrId, accountId: actor.accountId, refusal });
    const obstacles = await findObstacles(tx, { skillId: skill.id, toId: recipient.accountId });
    if (obstacles.length > 0) throw transferNotPossible(obstacles);
    await cancelExpired(tx, skill.id, now);
    const transfer = {
      id: newId("tra", now.getTime()),
      skillId: skill.id,
      fromId: actor.accountId,
      toId: recipient.accountId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + OFFER_DAYS * DAY_MS),
    };
    if (!(await insertTransfer(tx, transfer))) {
      throw new DomainError(
        "TRANSFER_NOT_POSSIBLE",
        "This skill is offered already. Cancel that offer first.",
      );
    }
    const facts = { slug: skill.slug, from: actor.username, to: recipient.username, now };
    await notifyOfOffer(tx, "transfer-offered", { ...facts, accountId: recipient.accountId });
    await notifyOfOffer(tx, "transfer-begun", { ...facts, accountId: actor.accountId });
    return { transferId: transfer.id };
  });
}
