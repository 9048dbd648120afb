import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import type { Actor } from "@/lib/identity/actor";
import { findCredentials, replacePassword } from "@/lib/identity/email-accounts-repository";
import { hashPassword, isPassword } from "@/lib/identity/password";

/**
 * Gives an account another password and ends all its sessions. Throws AUTH_FAILED when the current one is not right, or
 * there is none, or another change came first, and REQUEST_INVALID for a text that cannot be a password.
 */
export async function changePassword(
  actor: Actor,
  { current, next }: { current: string; next: string },
): Promise<void> {
  const account = await findCredentials(database(), actor.accountId);
  const hash = account?.passwordHash ?? null;
  if (!(await isPassword(current, hash)) || !account || hash === null) throw wrongPassword();
  if (!(await replacePassword(database(), account, await hashPassword(next)))) throw wrongPassword();
}

function wrongPassword(): DomainError {
  return new DomainError("AUTH_FAILED", "The current password is not right.");
}
