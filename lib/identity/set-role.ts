import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { findAccount, raiseSessionVersion, updateRole } from "@/lib/identity/accounts-repository";
import type { Actor } from "@/lib/identity/actor";

/**
 * Makes an account an administrator, or an ordinary member again; its open sessions end. `by` is an administrator, or
 * "operator": the person at the machine's own console, who makes the first one.
 */
export async function setRole(by: Actor | "operator", accountId: string, role: Actor["role"]): Promise<void> {
  if (by !== "operator") assertAdministrator(by);
  if (!(await findAccount(database(), accountId))) {
    throw new DomainError("REQUEST_INVALID", "There is no such account.");
  }
  await updateRole(database(), accountId, role);
}

/** Ends every session of the actor's account, the current one included. */
export async function endAllSessions(actor: Actor): Promise<void> {
  await raiseSessionVersion(database(), actor.accountId);
}

/** Throws PERMISSION_DENIED for anybody but an administrator. */
export function assertAdministrator(actor: Actor): void {
  if (actor.role !== "administrator") {
    throw new DomainError("PERMISSION_DENIED", "This is for administrators of the market.");
  }
}
