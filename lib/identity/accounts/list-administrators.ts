import type { Database } from "@/lib/db/client";
import * as accounts from "@/lib/identity/accounts/accounts-repository";

/** Ids of the accounts that administrate the market. */
export async function listAdministratorIds(db: Database): Promise<string[]> {
  return (await accounts.listAdministratorRows(db)).map(({ id }) => id);
}

/** The same, held until the transaction ends, so that two of them cannot leave at once. */
export function lockAdministrators(db: Database): Promise<string[]> {
  return accounts.lockAdministrators(db);
}
