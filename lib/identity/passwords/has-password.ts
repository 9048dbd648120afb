import { database } from "@/lib/db/client";
import { findCredentials } from "@/lib/identity/accounts/accounts-repository";

/** True when an account can sign in with a password; false also for an account that is gone. */
export async function hasPassword(accountId: string): Promise<boolean> {
  return ((await findCredentials(database(), accountId))?.passwordHash ?? null) !== null;
}
