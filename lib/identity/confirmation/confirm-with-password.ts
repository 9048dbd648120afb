import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { confirmedNow } from "@/lib/identity/confirmation/confirmation";
import { findCredentials } from "@/lib/identity/accounts/accounts-repository";
import { isPassword } from "@/lib/identity/passwords/password";

/**
 * Whoever acts proves by the password of the account that it is them: the same actor, confirmed now. Throws AUTH_FAILED
 * for a wrong password and an account without one alike, and CONFIRMATION_REQUIRED for an actor without a session.
 */
export async function confirmWithPassword(
  actor: Actor,
  password: string,
  clock: Clock = systemClock,
): Promise<Actor> {
  const hash = (await findCredentials(database(), actor.accountId))?.passwordHash ?? null;
  if (!(await isPassword(password, hash))) throw new DomainError("AUTH_FAILED", "The password is incorrect.");
  return confirmedNow(actor, { wallet: null, now: clock.now() });
}
