import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { findCredentials, type CredentialsRow } from "@/lib/identity/accounts/accounts-repository";
import { renewPassword, type NewPassword } from "@/lib/identity/passwords/renew-password";
import { isResetToken, readResetToken } from "@/lib/identity/passwords/reset-token";

/**
 * Whose password a mailed link sets, and whether it is their first; null for a link that was used, is over, or was
 * never made.
 */
export async function findPasswordReset(
  token: string,
  clock: Clock = systemClock,
): Promise<{ username: string; isFirst: boolean } | null> {
  const account = await findAccount(token, clock);
  return account && { username: account.username, isFirst: account.passwordHash === null };
}

/**
 * Gives the account of a mailed link another password and ends all its sessions, and its API keys if asked. False, and
 * nothing changed, when the link does not work (any more). Throws REQUEST_INVALID for a text that cannot be a password.
 */
export async function resetPassword(
  { token, ...given }: NewPassword & { token: string },
  clock: Clock = systemClock,
): Promise<boolean> {
  const account = await findAccount(token, clock);
  return account !== null && renewPassword(account, given, { by: "link", now: clock.now() });
}

async function findAccount(text: string, clock: Clock): Promise<CredentialsRow | null> {
  const token = readResetToken(text);
  if (!token || token.expiresAt <= clock.now()) return null;
  const account = await findCredentials(database(), token.accountId);
  return account?.emailVerifiedAt && isResetToken(token, account) ? account : null;
}
