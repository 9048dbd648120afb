import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import { findTransfer, setTransferEnded } from "@/lib/ownership/transfers/repository";
import { transferNotFound } from "@/lib/ownership/transfers/transfer-not-possible";

/**
 * Ends an offer without anything having changed: who made it cancels it, whom it was made to declines it. Throws
 * TRANSFER_NOT_FOUND for an offer of others, or one that was ended before.
 */
export async function endTransfer(
  { actor, transferId }: { actor: Actor; transferId: string },
  clock: Clock = systemClock,
): Promise<void> {
  const offer = await findTransfer(database(), transferId);
  const to = offer?.fromId === actor.accountId ? "cancelled" : "declined";
  if (!offer || ![offer.fromId, offer.toId].includes(actor.accountId)) throw transferNotFound();
  if (!(await setTransferEnded(database(), transferId, { to, now: clock.now() }))) throw transferNotFound();
}
