import { systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import {
  findAccount,
  holdOpenAccount,
  listAdministratorRows,
  lockAdministrators,
  updateRole,
} from "@/lib/identity/accounts/accounts-repository";
import type { Actor } from "@/lib/identity/actor";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import { recordEvent } from "@/lib/log/events/events";

/**
 * Makes an account an administrator, or an ordinary member again; its open sessions end, and its owner is told. `by` is
 * an administrator, or "operator": the person at the machine's own console, who makes the first one. Throws
 * PERMISSION_DENIED, CONFIRMATION_REQUIRED, and REQUEST_INVALID for an account that is not there or when nobody would
 * be left to administrate.
 */
export async function setRole(by: Actor | "operator", accountId: string, role: Actor["role"]): Promise<void> {
  if (by !== "operator") assertAdministrator(by);
  const now = systemClock.now();
  await inTransaction(async (tx) => {
    const administrators = await lockAdministrators(tx);
    if (by !== "operator") await assertConfirmed(tx, by, now);
    const account = (await holdOpenAccount(tx, accountId)) ? await findAccount(tx, accountId) : null;
    if (!account) throw new DomainError("REQUEST_INVALID", "There is no such account.");
    if (account.role === role) return;
    if (role === "member" && administrators.every((id) => id === accountId)) {
      throw new DomainError("REQUEST_INVALID", "This is the last administrator. Appoint another one first.");
    }
    await updateRole(tx, accountId, { role, now });
    const data = { username: account.username, role };
    const actor = by === "operator" ? by : by.accountId;
    await recordEvent(tx, { kind: "account:role-changed", accountId, data }, now, actor);
    const change = role === "administrator" ? "administrator-made" : "administrator-ended";
    const told = by === "operator" ? by : { administrator: by.username };
    await recordAccessChange(tx, { accountId, change, what: null, by: told }, now);
  });
}

export interface AdministratorView {
  accountId: string;
  username: string;
  /** The first wallet it signs in with, if any. */
  address: string | null;
}

/** Who administrates the market, for administrators. Throws PERMISSION_DENIED. */
export async function listAdministrators(actor: Actor): Promise<AdministratorView[]> {
  assertAdministrator(actor);
  const rows = await listAdministratorRows(database());
  return rows.map(({ id, username, wallets }) => ({
    accountId: id,
    username,
    address: wallets[0]?.address ?? null,
  }));
}

/** Throws PERMISSION_DENIED for anybody but an administrator. */
export function assertAdministrator(actor: Actor): void {
  if (actor.role !== "administrator") {
    throw new DomainError("PERMISSION_DENIED", "This is for administrators of the market.");
  }
}
