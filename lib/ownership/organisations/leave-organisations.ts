import type { Database } from "@/lib/db/client";
import { shareLockAccounts } from "@/lib/identity/accounts/accounts";
import { recordUnmailed } from "@/lib/log/events/events";
import { endMemberIn } from "@/lib/ownership/organisations/members";
import { listOpenOf, listSoleOwned, setOrganisationEnded } from "@/lib/ownership/organisations/repository";

/** Names of the organisations that an account alone owns and that have skills or other members: somebody has to decide. */
export async function listNeedingOwner(db: Database, accountId: string): Promise<string[]> {
  const owned = await listSoleOwned(db, accountId);
  return owned.filter(({ isInUse }) => isInUse).map(({ username }) => username);
}

/** Holds whatever organisation an account has to do with, in the caller's transaction, before it is asked who owns it. */
export async function holdOrganisations(db: Database, accountId: string): Promise<void> {
  const open = await listOpenOf(db, accountId);
  await shareLockAccounts(
    db,
    open.map(({ organisationId }) => organisationId),
  );
}

/**
 * Ends all that an account has to do with organisations when it closes, in the caller's transaction, which holds them and
 * has asked `listNeedingOwner`: one that nobody and nothing is left in is closed, others are left.
 */
export async function leaveOrganisations(
  db: Database,
  actor: { accountId: string; username: string },
  now: Date,
): Promise<void> {
  const { accountId } = actor;
  const alone = await listSoleOwned(db, accountId);
  for (const { id: organisationId, username } of alone) {
    await setOrganisationEnded(db, organisationId, now);
    const closed = { kind: "account:closed", accountId: organisationId, data: { username } } as const;
    await recordUnmailed(db, [closed], now, accountId);
  }
  for (const member of await listOpenOf(db, accountId)) {
    const ended = member.state === "invited" ? "declined" : "left";
    await endMemberIn(db, { member, ended, actor, now });
  }
}
