import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { endAllSessions, findAccount, holdOpenAccount } from "@/lib/identity/accounts/accounts-repository";
import type { SessionIdentity } from "@/lib/identity/accounts/accounts";
import type { Actor } from "@/lib/identity/actor";
import { insertEndedSession } from "@/lib/identity/sessions/sessions-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";

/**
 * Ends every session of the actor's account, this one too, and every mailed link that was asked for before. API keys go
 * on working (`WAYS_IN`).
 */
export async function endSessions(actor: Actor, clock: Clock = systemClock): Promise<void> {
  await endAllSessions(database(), actor.accountId, clock.now());
}

/**
 * Ends one session, and every copy of its token; the account's other sessions and its API keys go on. `expiresAt` is
 * when the last token of it expires. A session without an id cannot be told from the others: all end. Ending
 * one that no longer counts changes nothing. What is done in it at that moment is done before, or refused
 * (`assertConfirmed`).
 */
export async function endSession(
  { id, accountId, sessionVersion }: SessionIdentity,
  expiresAt: Date,
): Promise<void> {
  await inTransaction(async (tx) => {
    if (!(await holdOpenAccount(tx, accountId))) return;
    if ((await findAccount(tx, accountId))?.sessionVersion !== sessionVersion) return;
    await (id === undefined
      ? endAllSessions(tx, accountId, systemClock.now())
      : insertEndedSession(tx, id, expiresAt));
  });
}
