import type { Database } from "@/lib/db/client";
import { invalidUsername, takenUsername } from "@/lib/identity/accounts/accounts";
import { insertAccount, isUsernameTaken } from "@/lib/identity/accounts/accounts-repository";
import { findUsernameIssue, readUsername } from "@/lib/identity/accounts/username";
import { newId } from "@/lib/kernel/ids";

/**
 * Opens the account of an organisation, which nobody signs in to, in the caller's transaction: its name is one of the
 * user names. Throws REQUEST_INVALID for a name that cannot be one or that somebody has or had; of two at once the
 * second fails on a unique constraint.
 */
export async function openOrganisation(
  db: Database,
  written: string,
  now: Date,
): Promise<{ organisationId: string; organisation: string }> {
  const username = readUsername(written);
  const issue = findUsernameIssue(username);
  if (issue) throw invalidUsername(username, issue);
  if (await isUsernameTaken(db, username)) throw takenUsername(username);
  const account = {
    id: newId("acc", now.getTime()),
    kind: "organisation",
    username,
    createdAt: now,
  } as const;
  await insertAccount(db, account);
  return { organisationId: account.id, organisation: username };
}
