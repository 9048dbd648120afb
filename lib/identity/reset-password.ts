import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import {
  findCredentials,
  replacePassword,
  type CredentialsRow,
} from "@/lib/identity/email-accounts-repository";
import { hashPassword } from "@/lib/identity/password";
import { isResetToken, readResetToken } from "@/lib/identity/reset-token";

/** Whose password a mailed link sets anew; null for a link that was used, is over, or was never made. */
export async function findPasswordReset(
  token: string,
  clock: Clock = systemClock,
): Promise<{ username: string } | null> {
  const account = await findAccount(token, clock);
  return account && { username: account.username };
}

/**
 * Gives the account of a mailed link another password and ends all its sessions. False, and nothing changed, when the link does not
 * work (any more). Throws REQUEST_INVALID for a text that cannot be a password.
 */
export async function resetPassword(
  { token, password }: { token: string; password: string },
  clock: Clock = systemClock,
): Promise<boolean> {
  const account = await findAccount(token, clock);
  if (!account) return false;
  return replacePassword(database(), account, await hashPassword(password));
}

async function findAccount(text: string, clock: Clock): Promise<CredentialsRow | null> {
  const token = readResetToken(text);
  if (!token || token.expiresAt <= clock.now()) return null;
  const account = await findCredentials(database(), token.accountId);
  return account?.emailVerifiedAt && isResetToken(token, account) ? account : null;
}
