import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { findCredentials } from "@/lib/identity/accounts/accounts-repository";
import { isPassword } from "@/lib/identity/passwords/password";
import { renewPassword, type NewPassword } from "@/lib/identity/passwords/renew-password";

/**
 * Gives an account another password and ends all its sessions, and its API keys if asked. The current password is the
 * proof that it is its owner. Throws AUTH_FAILED when it is not right, or there is none, or another change came first,
 * and REQUEST_INVALID for a text that cannot be a password.
 */
export async function changePassword(
  actor: Actor,
  { current, ...given }: NewPassword & { current: string },
  clock: Clock = systemClock,
): Promise<void> {
  const account = await findCredentials(database(), actor.accountId);
  const hash = account?.passwordHash ?? null;
  if (!(await isPassword(current, hash)) || !account || hash === null) throw wrongPassword();
  if (!(await renewPassword(account, given, { by: actor, now: clock.now() }))) throw wrongPassword();
}

function wrongPassword(): DomainError {
  return new DomainError("AUTH_FAILED", "The current password is incorrect.");
}
