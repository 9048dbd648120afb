import * as repository from "@/lib/audits/bond/kept-bonds-repository";
import type { Database } from "@/lib/db/client";

export type HeldDeposit = repository.HeldDeposit;

const MOST = 20;

/**
 * Deposits still in their vaults that back an account's skills, or may be paid to it because it challenged the version.
 */
export function listHeldDeposits(accountId: string, db: Database): Promise<HeldDeposit[]> {
  return repository.listHeldDeposits(db, accountId, MOST);
}
