import { database, type Database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import type { DecidedBy } from "@/lib/log/events/registry-event";
import type { Actor } from "@/lib/identity/actor";
import { filterOwned, findOwnerIds, isAnyAdministratorExcept } from "@/lib/identity/deciders-repository";

/** Within how many days an administrator decides about what waits for one. After them a challenge lapses. */
export const DECISION_DAYS = 14;

type Decider = Pick<Actor, "accountId">;

/**
 * Whether an administrator decides about a skill of their own, in the decision's transaction: nobody does while another
 * one could, as nobody decides their own challenge. In a market with one administrator somebody has to; it is said in
 * public then. Throws DECISION_NOT_ALLOWED.
 */
export async function assertMayDecide(db: Database, actor: Decider, skillId: string): Promise<DecidedBy> {
  const owners = await findOwnerIds(db, skillId);
  const why = "this is a skill that is or was yours.";
  return (await isJudgeOfOwn(db, actor, { concerned: owners, why })) ? { decidedBy: "owner" } : {};
}

/**
 * The same about what an account is to be, as a verifier: nobody decides about themselves while another
 * administrator could.
 */
export async function assertMayDecideWho(
  db: Database,
  actor: Decider,
  accountId: string,
): Promise<{ decidedBy?: "self" }> {
  const why = "this is about your own account.";
  return (await isJudgeOfOwn(db, actor, { concerned: [accountId], why })) ? { decidedBy: "self" } : {};
}

/**
 * The same about a challenge of what a verifier has sealed: whose seal it would end does not decide about it while
 * another administrator could, who is none of `concerned` (the verifiers, the challenger, the owners).
 */
export async function assertMayDecideSeal(
  db: Database,
  actor: Decider,
  concerned: readonly string[],
): Promise<{ decidedBy?: "verifier" }> {
  const why = "this is about a seal of yours.";
  return (await isJudgeOfOwn(db, actor, { concerned, why })) ? { decidedBy: "verifier" } : {};
}

/** The same about a set of skills, which is of one account, or of none any more. */
export async function assertMayDecideOfOwner(
  db: Database,
  actor: Decider,
  ownerId: string | null,
): Promise<void> {
  const why = "this is a set of yours.";
  await isJudgeOfOwn(db, actor, { concerned: ownerId === null ? [] : [ownerId], why });
}

async function isJudgeOfOwn(
  db: Database,
  { accountId }: Decider,
  { concerned, why }: { concerned: readonly string[]; why: string },
): Promise<boolean> {
  if (!concerned.includes(accountId)) return false;
  if (!(await isLeftToOthers({ accountId }, concerned, db))) return true;
  throw new DomainError("DECISION_NOT_ALLOWED", `Another administrator decides: ${why}`);
}

/** Whether an administrator is among those a decision concerns, and there is another one to make it. */
export async function isLeftToOthers(
  { accountId }: Decider,
  concerned: readonly string[],
  db: Database = database(),
): Promise<boolean> {
  return concerned.includes(accountId) && isAnyAdministratorExcept(db, concerned);
}

/** Whether an administrator leaves what concerns their own account to another one, for pages. */
export function leavesOwnToOthers(actor: Decider): Promise<boolean> {
  return isLeftToOthers(actor, [actor.accountId]);
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
