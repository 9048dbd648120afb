import { database, type Database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { countUsernames, findRenamed, updateUsername } from "@/lib/identity/accounts/accounts-repository";
import { invalidUsername, takenUsername } from "@/lib/identity/accounts/accounts";
import { findUsernameIssue, readUsername } from "@/lib/identity/accounts/username";
import type { Actor } from "@/lib/identity/actor";
import { enqueue } from "@/lib/platform/jobs/queue";
import { systemClock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";

/** Of an account, and of a skill: as old names are never free again, nobody collects them by renaming. */
export const MAX_NAMES = 5;

/**
 * Gives the actor's account another user name. The old one stays the account's, which may take it again; nobody else
 * can. Throws REQUEST_INVALID for a name that is malformed, reserved, somebody's or formerly somebody's, and for a
 * sixth one.
 */
export async function renameAccount({ accountId }: Actor, written: string): Promise<void> {
  const username = readUsername(written);
  const fault = findUsernameIssue(username);
  if (fault) throw invalidUsername(username, fault);
  try {
    await inTransaction(async (tx) => {
      await changeUsername(tx, accountId, { username, now: systemClock.now() });
      if ((await countUsernames(tx, accountId)) > MAX_NAMES) throw tooManyNames();
    });
  } catch (error) {
    throw isUniqueViolation(error) ? takenUsername(username) : error;
  }
}

const tooManyNames = () =>
  new DomainError(
    "REQUEST_INVALID",
    `An account keeps the names it had, and has ${MAX_NAMES} at most: take one of them again.`,
    { details: { errors: [{ pointer: "#/username", detail: "too_many" }] } },
  );

/**
 * Gives an open account another user name, in the caller's transaction; its skills are found under it when the worker
 * has listed them anew. Violates a unique constraint when somebody has the name, or had it.
 */
export async function changeUsername(
  db: Database,
  accountId: string,
  given: { username: string; now: Date },
): Promise<void> {
  await updateUsername(db, accountId, given);
  await enqueue(db, {
    kind: "relist_skills",
    payload: { accountId },
    dedupeKey: `relist:${accountId}`,
    runAt: given.now,
  });
}

/**
 * What the account that was called `name` is called now; null for a name that is in use, and for one nobody ever had.
 */
export function findRenamedAccount(name: string): Promise<string | null> {
  return findRenamed(database(), name);
}
