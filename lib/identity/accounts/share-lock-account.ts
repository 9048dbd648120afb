import type { Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { holdOpenAccount } from "@/lib/identity/accounts/accounts-repository";

/**
 * Holds an account until the caller's transaction ends, before anything is given to it: closing it waits for that, or
 * was first and nothing is given. Throws AUTH_FAILED for an account that is closed or gone.
 */
export async function shareLockAccount(db: Database, accountId: string): Promise<void> {
  if (await holdOpenAccount(db, accountId)) return;
  throw new DomainError("AUTH_FAILED", "This account no longer exists.");
}

/** The same for several, always in the same order: two who hold the same accounts never wait for each other. */
export async function shareLockAccounts(db: Database, accountIds: readonly string[]): Promise<void> {
  for (const accountId of [...new Set(accountIds)].sort()) await shareLockAccount(db, accountId);
}
