import { inTransaction } from "@/lib/db/transaction";
import type { Actor } from "@/lib/identity/actor";
import { revokeKeysOf } from "@/lib/identity/keys/api-keys-repository";
import { deleteLoginsOf } from "@/lib/identity/devices/device-logins-repository";
import { replacePassword, type CredentialsRow } from "@/lib/identity/accounts/accounts-repository";
import { hashPassword } from "@/lib/identity/passwords/password";
import { isEndedBy } from "@/lib/identity/ways-in";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";

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
