import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { findCredentials, findCredentialsByEmail } from "@/lib/identity/accounts/accounts-repository";
import { isForAccount, readEmailToken } from "@/lib/identity/email/email-token";

/** What the page of a link that proves an address shows. */
export interface EmailChangeView {
  /** `taken`: another account has proven the address since the link was sent. */
  state: "ready" | "done" | "taken";
  /** Whose account it is for; only who is signed in to it may confirm. */
  accountId: string;
  username: string;
  /** The address the link was sent to. */
  email: string;
  /** The proven address that it replaces. */
  before: string | null;
}

/** What a link would do, or has done: looking changes nothing. Null for a link that is over, or was never made. */
export async function findEmailChange(
  text: string,
  clock: Clock = systemClock,
): Promise<EmailChangeView | null> {
  const token = readEmailToken(text);
  const account = token && (await findCredentials(database(), token.accountId));
  if (!account) return null;
  const { email } = token;
  const before = account.emailVerifiedAt === null ? null : account.email;
  const view = { accountId: account.id, username: account.username, email, before };
  if (before === email) return { ...view, state: "done" };
  if (token.expiresAt <= clock.now() || !isForAccount(token, account)) return null;
  const holder = await findCredentialsByEmail(database(), email);
  return { ...view, state: holder?.emailVerifiedAt ? "taken" : "ready" };
}
