import { database } from "@/lib/db/client";
import { findCredentials } from "@/lib/identity/email-accounts-repository";

/** A mailed link that was confirmed: the account it led to, and the whole address it was sent to. */
export interface ConfirmedLink {
  accountId: string;
  email: string;
}

/**
 * True while the link can set the first password: the account has none, and still has the address the link was sent to.
 * Whoever reads an address that was given up must not get into the account.
 */
export async function awaitsPassword({ accountId, email }: ConfirmedLink): Promise<boolean> {
  const account = await findCredentials(database(), accountId);
  return account?.email === email && account.passwordHash === null;
}
