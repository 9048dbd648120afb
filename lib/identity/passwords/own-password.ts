import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import {
  findCredentials,
  findCredentialsByEmail,
  replacePassword,
  type CredentialsRow,
} from "@/lib/identity/accounts/accounts-repository";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import type { Actor } from "@/lib/identity/actor";
import { deleteLoginsOf } from "@/lib/identity/devices/device-logins-repository";
import { findEmailAddress } from "@/lib/identity/email/email-address";
import { revokeKeysOf } from "@/lib/identity/keys/api-keys-repository";
import { hashPassword, isPassword } from "@/lib/identity/passwords/password";
import { isEndedBy } from "@/lib/identity/ways-in";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";

/** True when an account can sign in with a password; false also for an account that is gone. */
export async function hasPassword(accountId: string): Promise<boolean> {
  return ((await findCredentials(database(), accountId))?.passwordHash ?? null) !== null;
}

export interface CheckedAccount {
  accountId: string;
  username: string;
  sessionVersion: number;
}

/**
 * The account of an e-mail address and its password, or null. Unknown addresses, unproven ones, accounts without a
 * password and wrong passwords cannot be told apart, neither by the answer nor by its time.
 */
export async function checkPassword(email: string, password: string): Promise<CheckedAccount | null> {
  const address = findEmailAddress(email);
  const account = address === null ? null : await findCredentialsByEmail(database(), address);
  const usable = account?.emailVerifiedAt ? account.passwordHash : null;
  if (!(await isPassword(password, usable)) || !account) return null;
  return { accountId: account.id, username: account.username, sessionVersion: account.sessionVersion };
}

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

export interface NewPassword {
  password: string;
  /** API keys end with the sessions, and programs that were let in and have not fetched theirs get none. */
  endKeys: boolean;
}

/**
 * Gives an account another password than it had when it was read, ends every session of it, and tells its owner. False,
 * and nothing changed, when it has another password or address by now, or its sessions were ended. Throws
 * REQUEST_INVALID for a text that cannot be a password.
 */
export async function renewPassword(
  account: CredentialsRow,
  { password, endKeys }: NewPassword,
  { by, now }: { by: Actor | "link"; now: Date },
): Promise<boolean> {
  const hash = await hashPassword(password);
  const ending = endKeys ? "new-password-and-keys" : "new-password";
  const { id: accountId } = account;
  return inTransaction(async (tx) => {
    // First, so that the account is held: a key that is being made is there to be ended, or is
    // refused (`createApiKey`).
    if (!(await replacePassword(tx, account, { to: hash, ending, now }))) return false;
    if (isEndedBy("API key", ending)) await revokeKeysOf(tx, accountId, now);
    if (isEndedBy("program let in that has not fetched its key", ending)) await deleteLoginsOf(tx, accountId);
    const change = account.passwordHash === null ? "password-set" : "password-changed";
    await recordAccessChange(tx, { accountId, change, what: null, by }, now);
    return true;
  });
}
