import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { endAllSessions } from "@/lib/identity/accounts/accounts-repository";
import type { Actor } from "@/lib/identity/actor";

/**
 * Ends every session of the actor's account, this one too, and every mailed link that was asked for before. API keys go
 * on working (`WAYS_IN`).
 */
export async function endSessions(actor: Actor, clock: Clock = systemClock): Promise<void> {
  await endAllSessions(database(), actor.accountId, clock.now());
}
