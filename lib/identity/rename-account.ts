import { database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/transaction";
import { DomainError } from "@/lib/errors";
import { updateUsername } from "@/lib/identity/accounts-repository";
import type { Actor } from "@/lib/identity/actor";
import { invalidUsername } from "@/lib/identity/create-account";
import { findUsernameFault } from "@/lib/identity/username";

/** Gives the actor's account another user name. Throws REQUEST_INVALID for one that is malformed, reserved or taken. */
export async function renameAccount(actor: Actor, username: string): Promise<void> {
  const fault = findUsernameFault(username);
  if (fault) throw invalidUsername(username, fault);
  try {
    await updateUsername(database(), actor.accountId, username);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new DomainError("REQUEST_INVALID", `The user name "${username}" is taken.`, {
      details: { errors: [{ pointer: "#/username", detail: "taken" }] },
    });
  }
}
