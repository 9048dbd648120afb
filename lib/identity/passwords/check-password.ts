import { database } from "@/lib/db/client";
import { findCredentialsByEmail } from "@/lib/identity/accounts/accounts-repository";
import { findEmailAddress } from "@/lib/identity/email/email-address";
import { isPassword } from "@/lib/identity/passwords/password";

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
