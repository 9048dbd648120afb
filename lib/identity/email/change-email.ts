import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { env } from "@/lib/config/env";
import type { Locale } from "@/lib/i18n/routing";
import type { Actor } from "@/lib/identity/actor";
import {
  holdOpenAccount,
  findCredentials,
  releaseUnprovenEmail,
  replaceEmail,
  type CredentialsRow,
} from "@/lib/identity/accounts/accounts-repository";
import { maskEmailAddress } from "@/lib/identity/email/email-address";
import { isForAccount, readEmailToken, type EmailToken } from "@/lib/identity/email/email-token";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import { queueMail } from "@/lib/mail/queue-mail";

/**
 * Gives the actor's account the address its mailed link was sent to; both this address and one it had proven before get
 * a mail that says so. The link proves the mailbox and the session the account: whoever reads a mistyped address gets
 * into no account, and nobody is tied to an account that is not theirs. Another account that named the address without
 * proving it loses it.
 *
 * False, and nothing changed, when the link does not work (any more), is for another account, or when another account
 * has proven the address meanwhile. Of any number of links and presses at once one counts.
 */
export async function changeEmail(
  actor: Actor,
  { token: text, locale }: { token: string; locale: Locale },
  clock: Clock = systemClock,
): Promise<boolean> {
  const now = clock.now();
  const token = readEmailToken(text);
  if (token?.accountId !== actor.accountId || token.expiresAt <= now) return false;
  try {
    return await inTransaction(async (tx) => {
      if (!(await holdOpenAccount(tx, actor.accountId))) return false;
      const account = await findCredentials(tx, actor.accountId);
      if (!account || !isForAccount(token, account)) return false;
      await replace(tx, account, token, { locale, now });
      const { accountId } = actor;
      await recordAccessChange(tx, { accountId, change: "address-changed", what: null, by: actor }, now);
      return true;
    });
  } catch (error) {
    if (isUniqueViolation(error, "email")) return false;
    throw error;
  }
}

async function replace(
  db: Database,
  account: CredentialsRow,
  { email }: EmailToken,
  { locale, now }: { locale: Locale; now: Date },
): Promise<void> {
  await releaseUnprovenEmail(db, email, account.id);
  await replaceEmail(db, account.id, { email, emailVerifiedAt: now, mailLocale: locale });
  if (account.email === null || account.emailVerifiedAt === null) return;
  await queueMail(db, {
    to: account.email,
    locale,
    content: {
      kind: "email-changed",
      username: account.username,
      email: maskEmailAddress(email),
      link: `${env().APP_URL}/settings`,
    },
    now,
  });
}
