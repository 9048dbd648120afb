import { database, type Database } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import type { Actor } from "@/lib/identity/actor";
import { filterOwned, findOwnerIds, isAnyAdministratorExcept } from "@/lib/moderation/repository";

/** Stands in what is recorded of a decision, and so in the public log, when the skill is or was the administrator's own. */
export interface DecidedBy {
  decidedBy?: "owner";
}

type Decider = Pick<Actor, "accountId">;

/**
 * Whether an administrator decides about a skill of their own, in the decision's transaction: nobody does while another one could, as
 * nobody decides their own challenge. In a market with one administrator somebody has to; it is said in public then. Throws
 * DECISION_NOT_ALLOWED.
 */
export async function assertMayDecide(db: Database, actor: Decider, skillId: string): Promise<DecidedBy> {
  const owners = await findOwnerIds(db, skillId);
  if (!owners.includes(actor.accountId)) return {};
  if (!(await isAnyAdministratorExcept(db, owners))) return { decidedBy: "owner" };
  throw new DomainError(
    "DECISION_NOT_ALLOWED",
    "Another administrator decides: this is a skill that is or was yours.",
  );
}

/** Of some skills, those that an administrator leaves to another one, for pages. */
export async function listLeftToOthers(
  { accountId }: Decider,
  skillIds: readonly string[],
): Promise<Set<string>> {
  const own = await filterOwned(database(), accountId, skillIds);
  const left = new Set<string>();
  for (const id of own) {
    if (await isAnyAdministratorExcept(database(), await findOwnerIds(database(), id))) left.add(id);
  }
  return left;
}
