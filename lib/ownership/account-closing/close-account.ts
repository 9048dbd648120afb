import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { env } from "@/lib/platform/config/env";
import { DomainError } from "@/lib/kernel/errors";
import type { Locale } from "@/lib/platform/i18n/routing";
import { lockAdministrators } from "@/lib/identity/accounts/list-administrators";
import type { Actor } from "@/lib/identity/actor";
import { findHolds, type ClosingHold } from "@/lib/ownership/account-closing/find-holds";
import { deletePersonalData } from "@/lib/ownership/account-closing/delete-personal-data";
import { lockAccount, setClosed, type ClosableAccount } from "@/lib/ownership/account-closing/repository";
import { assertConfirmed } from "@/lib/identity/confirmation/confirmation";
import { leaveSkills } from "@/lib/ownership/maintainers/drop-maintainers";
import { queueMail } from "@/lib/platform/mail/queue-mail";
import { recordUnmailed } from "@/lib/log/events/events";
import type { RegistryEvent } from "@/lib/log/events/registry-event";
import { withdrawSkills } from "@/lib/registry/versions/yank-version";

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
