import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { deletePersonalData } from "@/lib/ownership/account-closing/delete-personal-data";
import { listClosedSince } from "@/lib/ownership/account-closing/repository";

/** Longer than any request lasts that began before an account was closed. */
const SINCE_MS = 60 * 60_000;

/**
 * Removes what requests that were on their way left to accounts closed in the last hour; returns how many accounts were
 * looked at.
 */
export async function purgeClosedAccounts(now: Date): Promise<number> {
  const accounts = await listClosedSince(database(), new Date(now.getTime() - SINCE_MS));
  for (const accountId of accounts)
    await inTransaction((tx) => deletePersonalData(tx, { accountId, email: null }, now));
  return accounts.length;
}
