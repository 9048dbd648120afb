import { database } from "@/lib/db/client";
import { findRenamed } from "@/lib/identity/accounts/accounts-repository";

/**
 * What the account that was called `name` is called now; null for a name that is in use, and for one nobody ever had.
 */
export function findRenamedAccount(name: string): Promise<string | null> {
  return findRenamed(database(), name);
}
