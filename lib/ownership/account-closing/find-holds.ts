import { listHeldDeposits, type HeldDeposit } from "@/lib/audits/bond/deposits";
import { database, type Database } from "@/lib/db/client";
import { listAdministratorIds } from "@/lib/identity/accounts/list-administrators";
import type { Actor } from "@/lib/identity/actor";

/** What keeps an account from being closed. */
export type ClosingHold = { kind: "last-administrator" } | ({ kind: "deposit" } & HeldDeposit);

/**
 * What stands in the way of closing the actor's account: nobody would be left to administrate the market, or somebody's
 * money would be left in a vault without anybody to claim it.
 */
export async function listHolds({ accountId }: Actor): Promise<ClosingHold[]> {
  const administrators = await listAdministratorIds(database());
  return findHolds(database(), { accountId, administrators });
}

/** The same for who knows all administrators. */
export async function findHolds(
  db: Database,
  { accountId, administrators }: { accountId: string; administrators: readonly string[] },
): Promise<ClosingHold[]> {
  const alone = administrators.length === 1 && administrators[0] === accountId;
  const deposits = await listHeldDeposits(accountId, db);
  return [
    ...(alone ? [{ kind: "last-administrator" } as const] : []),
    ...deposits.map((deposit) => ({ kind: "deposit", ...deposit }) as const),
  ];
}
