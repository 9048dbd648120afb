import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { retryOnUniqueViolation, inTransaction } from "@/lib/db/transaction";
import { env } from "@/lib/config/env";
import { DomainError } from "@/lib/kernel/errors";
import type { Locale } from "@/lib/i18n/routing";
import { readRegistration } from "@/lib/identity/registration/get-registration";
import { mailedAccount } from "@/lib/identity/email/mailed-account";
import { openAccountByEmail } from "@/lib/identity/email/open-account-by-email";
import { useRegistration } from "@/lib/identity/registration/registrations-repository";
import { isUsernameTaken } from "@/lib/identity/accounts/accounts-repository";
import { queueMail } from "@/lib/mail/queue-mail";

export interface ConfirmedOwner {
  ownerId: string;
  /** Another one than was asked for, when somebody else took that or the address has an account. */
  username: string;
  /** An account was opened; its key is in the mail, and only there. */
  newAccount: boolean;
}

/**
 * Opens the account of a registration: the link proves the address, so that the account, its first key and the mail
 * with that key are made in one transaction. An address that has an account keeps it as it is. Of any number of
 * confirmations at once one wins. Throws CLAIM_TOKEN_INVALID, CLAIM_VERIFY_EXPIRED and CLAIM_ALREADY_COMPLETED.
 */
export async function confirmRegistration(
  token: unknown,
  clock: Clock = systemClock,
): Promise<ConfirmedOwner> {
  // Somebody may take the name, open the account or use the link between our look and our insert.
  return retryOnUniqueViolation(() => inTransaction((tx) => finish(tx, token, clock.now())));
}

async function finish(db: Database, token: unknown, now: Date): Promise<ConfirmedOwner> {
  const registration = await readRegistration(db, token);
  const { id, username, email, locale, createdAt: askedAt, usedAt, expiresAt } = registration;
  if (usedAt !== null) throw alreadyConfirmed();
  if (expiresAt <= now) throw verifyLinkTooOld();
  const isFree = !(await isUsernameTaken(db, username));
  const mailLocale = locale as Locale;
  const wish = { id, mailLocale, askedAt, ...(isFree ? { username } : {}) };
  const account = await openAccountByEmail(db, email, now, wish);
  if (!(await useRegistration(db, id, { usedAt: now, accountId: account.accountId })))
    throw alreadyConfirmed();
  await queueMail(db, {
    to: email,
    locale: mailLocale,
    content: {
      kind: "owner-registered",
      link: `${env().APP_URL}/dashboard`,
      account: mailedAccount(account, String(token)),
    },
    now,
  });
  return { ownerId: account.accountId, username: account.username, newAccount: account.apiKey !== null };
}

const alreadyConfirmed = () =>
  new DomainError(
    "CLAIM_ALREADY_COMPLETED",
    "This registration was confirmed already. Sign in, or use the key in the email.",
  );

export const verifyLinkTooOld = () =>
  new DomainError("CLAIM_VERIFY_EXPIRED", "This link has expired. Register again to get a new one.");
