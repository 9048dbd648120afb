import type { Database } from "@/lib/db/client";
import { findAccount, findAccountByUsername } from "@/lib/identity/accounts-repository";

export interface Mailbox {
  accountId: string;
  username: string;
  /** The proven address of the account; null while it has none. */
  address: string | null;
}

/** Where an open account can be written to, by its id or user name; null when there is none. */
export async function getMailbox(
  db: Database,
  of: { accountId: string } | { username: string },
): Promise<Mailbox | null> {
  const account =
    "accountId" in of ? await findAccount(db, of.accountId) : await findAccountByUsername(db, of.username);
  if (!account) return null;
  const { id: accountId, username, email, emailVerifiedAt } = account;
  return { accountId, username, address: emailVerifiedAt === null ? null : email };
}
