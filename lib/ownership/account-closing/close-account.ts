import { database, type Database } from "@/lib/db/client";
import {
  findClosedAt,
  lockAccount,
  setClosed,
  type ClosableAccount,
  listClosedSince,
} from "@/lib/ownership/account-closing/repository";
import { listHeldDeposits, type HeldDeposit } from "@/lib/audits/bond/deposits";
import { listAdministratorIds, lockAdministrators } from "@/lib/identity/accounts/list-administrators";
import type { Actor } from "@/lib/identity/actor";
import { endAuditRoles } from "@/lib/audits/verifiers";
import { deleteStoredFor } from "@/lib/catalogue/core-tools/delete-stored";
import { deleteRowsOf } from "@/lib/db/purge-rows";
import { retireAgents } from "@/lib/identity/agents/retire-agents";
import { dropWaitingMails, queueMail } from "@/lib/platform/mail/queue-mail";
import { cancelTransfers } from "@/lib/ownership/transfers/transfers";
import { deleteReviews } from "@/lib/registry/reviews/delete-reviews";
import { withdrawPosts } from "@/lib/registry/questions/withdraw-posts";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import { env } from "@/lib/platform/config/env";
import { DomainError } from "@/lib/kernel/errors";
import type { Locale } from "@/lib/platform/i18n/routing";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import {
  holdOrganisations,
  leaveOrganisations,
  listNeedingOwner,
} from "@/lib/ownership/organisations/leave-organisations";
import { leaveSkills } from "@/lib/ownership/maintainers/maintainers";
import { recordUnmailed } from "@/lib/log/events/events";
import type { RegistryEvent } from "@/lib/log/events/registry-event";
import { withdrawSets } from "@/lib/registry/sets/save-set";
import { withdrawSkills } from "@/lib/publishing/yank-version";

/** Whether the account of this user name was closed; false for an open one and for a name nobody ever had. */
export async function isClosedAccount(username: string): Promise<boolean> {
  return (await findClosedAt(database(), username)) instanceof Date;
}

/** What keeps an account from being closed. */
export type ClosingHold =
  | { kind: "last-administrator" }
  | { kind: "last-owner"; organisation: string }
  | ({ kind: "deposit" } & HeldDeposit);

/**
 * What stands in the way of closing the actor's account: nobody would be left to administrate the market, or to decide for
 * an organisation that has skills or other members, or somebody's money would be left in a vault without anybody to
 * claim it.
 */
export async function listHolds({ accountId }: Actor): Promise<ClosingHold[]> {
  const administrators = await listAdministratorIds(database());
  return findHolds(database(), { accountId, administrators });
}

/** The same for who knows all administrators. */
async function findHolds(
  db: Database,
  { accountId, administrators }: { accountId: string; administrators: readonly string[] },
): Promise<ClosingHold[]> {
  const alone = administrators.length === 1 && administrators[0] === accountId;
  const deposits = await listHeldDeposits(accountId, db);
  const owned = await listNeedingOwner(db, accountId);
  return [
    ...(alone ? [{ kind: "last-administrator" } as const] : []),
    ...owned.map((organisation) => ({ kind: "last-owner", organisation }) as const),
    ...deposits.map((deposit) => ({ kind: "deposit", ...deposit }) as const),
  ];
}

/** Whose traces are removed. */
export interface DeletedAccount {
  accountId: string;
  /** An address the account has proven: only then is what waits for it the account's. */
  email: string | null;
}

/**
 * Removes what is an account's own and no public record, in the caller's transaction, as `RETENTION` says: ways in,
 * keys, links that wait, and what it wrote or kept for itself. Doing it again removes what came meanwhile.
 */
async function deletePersonalData(db: Database, forgotten: DeletedAccount, now: Date): Promise<void> {
  const { accountId, email } = forgotten;
  const agents = await retireAgents(db, forgotten);
  await deleteRowsOf(db, forgotten);
  if (email !== null) await dropWaitingMails(db, email);
  await deleteStoredFor(db, [accountId, ...agents]);
  await cancelTransfers(db, accountId, now);
  await deleteReviews(db, accountId);
  await withdrawPosts(db, accountId, now);
  await endAuditRoles(db, accountId, now);
}

/** Stands beside every version that is withdrawn with an account; readers of all languages see it as it is. */
export const WITHDRAWN_REASON = "Its owner closed their account.";
/** Each published version is a row to change, and an entry of the log. */
const TIMEOUT_MS = 60_000;

export interface Closing {
  /** The user name, typed. */
  username: string;
  /** Language of the mail that says so. */
  locale: Locale;
}

/**
 * Closes the actor's account for good, in one transaction: every way in ends, what is personal is removed, published
 * skills are withdrawn, and a last mail says so to a proven address. What others rely on stays: the user name and the
 * names of skills stay taken, and receipts, grants, signed audits, challenges and the log are not touched. Of several
 * at once one does it.
 *
 * Throws CONFIRMATION_REQUIRED, REQUEST_INVALID when another name was typed, AUTH_FAILED for an account that is closed
 * already, and ACCOUNT_HELD, with `details.holds`, while something stands in the way (`findHolds`).
 */
export async function closeAccount(
  actor: Actor,
  { username, locale }: Closing,
  clock: Clock = systemClock,
): Promise<void> {
  const { accountId } = actor;
  const now = clock.now();
  await inTransaction(
    async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (!account) throw new DomainError("AUTH_FAILED", "This account no longer exists.");
      await assertConfirmed(tx, actor, now);
      if (account.username !== username) throw notMeant();
      await holdOrganisations(tx, accountId);
      const withdrawn = await withdrawSkills(tx, { ownerId: accountId, reason: WITHDRAWN_REASON, now });
      // Asked now that the versions are held: no deposit is seen for one meanwhile.
      const administrators = account.role === "administrator" ? await lockAdministrators(tx) : [];
      const holds = await findHolds(tx, { accountId, administrators });
      if (holds.length > 0) throw held(holds);
      await end(tx, account, { locale, withdrawn, now });
    },
    { timeoutMs: TIMEOUT_MS },
  );
}

async function end(
  db: Database,
  { id: accountId, username, email, emailVerifiedAt }: ClosableAccount,
  { locale, withdrawn, now }: { locale: Locale; withdrawn: RegistryEvent[]; now: Date },
): Promise<void> {
  const proven = emailVerifiedAt === null ? null : email;
  const left = await leaveSkills(db, accountId, now);
  await leaveOrganisations(db, { accountId, username }, now);
  await withdrawSets(db, accountId, { reason: WITHDRAWN_REASON, now });
  await deletePersonalData(db, { accountId, email: proven }, now);
  await setClosed(db, accountId, now);
  if (proven !== null) {
    const content = { kind: "account-closed", username, link: `${env().APP_URL}/docs/accounts` } as const;
    await queueMail(db, { to: proven, locale, content, now });
  }
  const closed = { kind: "account:closed", accountId, data: { username } } as const;
  await recordUnmailed(db, [...withdrawn, ...left, closed], now, accountId);
}

const notMeant = () =>
  new DomainError("REQUEST_INVALID", "Type the username of the account to close it.", {
    details: { errors: [{ pointer: "#/username", detail: "the username of the account expected" }] },
  });

const held = (holds: ClosingHold[]) =>
  new DomainError("ACCOUNT_HELD", "This account cannot be closed yet: something still depends on it.", {
    details: { holds },
  });

/** Longer than any request lasts that began before an account was closed. */
const SINCE_MS = 60 * 60_000;

/**
 * Removes what requests that were on their way left to accounts closed in the last hour; returns how many accounts were
 * looked at.
 */
export async function purgeClosedAccounts(now: Date): Promise<number> {
  const accounts = await listClosedSince(database(), new Date(now.getTime() - SINCE_MS));
  for (const accountId of accounts)
    await inTransaction((tx) => deletePersonalData(tx, { accountId, email: null }, now));
  return accounts.length;
}
