import { systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { changeUsername } from "@/lib/identity/accounts/change-username";
import { invalidUsername, takenUsername } from "@/lib/identity/accounts/create-account";
import { setPasswordOnce } from "@/lib/identity/accounts/accounts-repository";
import { hashPassword } from "@/lib/identity/passwords/password";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import { findUsernameIssue, readUsername } from "@/lib/identity/accounts/username";

export interface FirstPassword {
  accountId: string;
  password: string;
  /**
   * The mailed link that proves who sets it: nothing is set once the account has another address, or has ended what was
   * asked for when the link was.
   */
  link?: { email: string; askedAt: Date };
  /** Another user name for the account; left out, it keeps the one it was given. */
  username?: string;
}

/**
 * Sets the first password of an account with a mailed link, and its user name if one is given: both once (USK, agent
 * identity). Every session ends, as with any new password, and its owner is told. False, and nothing changed, when the
 * account has a password already, or `link` does not count for it any more. Throws REQUEST_INVALID for a password or a
 * user name that cannot be one, and for a taken name.
 */
export async function setFirstPassword(
  { accountId, password, link, username: written }: FirstPassword,
  clock: Clock = systemClock,
): Promise<boolean> {
  const username = written === undefined ? undefined : readUsername(written);
  const fault = username === undefined ? null : findUsernameIssue(username);
  if (username !== undefined && fault) throw invalidUsername(username, fault);
  const passwordHash = await hashPassword(password);
  try {
    return await inTransaction(async (tx) => {
      const given = { passwordHash, now: clock.now(), ...(link && { link }) };
      if (!(await setPasswordOnce(tx, accountId, given))) return false;
      if (username !== undefined) await changeUsername(tx, accountId, { username, now: clock.now() });
      await recordAccessChange(
        tx,
        { accountId, change: "password-set", what: null, by: "link" },
        clock.now(),
      );
      return true;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw takenUsername(username ?? "");
  }
}
