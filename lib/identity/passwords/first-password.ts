import { database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import {
  findCredentials,
  setPasswordOnce,
  type CredentialsRow,
} from "@/lib/identity/accounts/accounts-repository";
import { changeUsername } from "@/lib/identity/accounts/rename-account";
import { invalidUsername, takenUsername } from "@/lib/identity/accounts/accounts";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import { findUsernameIssue, readUsername } from "@/lib/identity/accounts/username";
import { hashPassword } from "@/lib/identity/passwords/password";
import { isAskedTooEarly } from "@/lib/identity/ways-in";
import { DAY_MS, systemClock, type Clock } from "@/lib/kernel/clock";

const OPEN_DAYS = 30;

/** A mailed link that was confirmed: when it was asked for and used, the account it led to, and where it was sent. */
export interface ConfirmedLink {
  accountId: string;
  /** The whole address. */
  email: string;
  askedAt: Date;
  usedAt: Date;
}

/** True while a confirmed link opens its account: who finds it in a history or an old mailbox later does not get in. */
export const isLinkOpen = ({ usedAt }: Pick<ConfirmedLink, "usedAt">, now: Date): boolean =>
  now.getTime() - usedAt.getTime() < OPEN_DAYS * DAY_MS;

/**
 * Whether a confirmed link may set the first password of its account, as that is now: it has none, it still has the
 * address the link was sent to, and it has not ended what was asked for before. Whoever reads an address that was given
 * up, or had a moment in the mailbox, must not get into the account.
 */
export function maySetFirstPassword(
  link: ConfirmedLink,
  account: Pick<CredentialsRow, "email" | "passwordHash" | "waysEndedAt"> | null,
  now: Date,
): boolean {
  return (
    account !== null &&
    isLinkOpen(link, now) &&
    account.email === link.email &&
    account.passwordHash === null &&
    !isAskedTooEarly(link.askedAt, account)
  );
}

/** The same of the account that the link led to. */
export async function awaitsPassword(link: ConfirmedLink, now: Date): Promise<boolean> {
  return maySetFirstPassword(link, await findCredentials(database(), link.accountId), now);
}

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
