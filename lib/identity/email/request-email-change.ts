import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { env } from "@/lib/config/env";
import { DomainError } from "@/lib/kernel/errors";
import type { Locale } from "@/lib/i18n/routing";
import type { Actor } from "@/lib/identity/actor";
import { emailLink, VERIFY_LINK_HOURS, VERIFY_LINK_MS } from "@/lib/identity/agents/claim-link";
import { holdConfirmed } from "@/lib/identity/confirmation/confirmation";
import {
  findCredentials,
  findCredentialsByEmail,
  type CredentialsRow,
} from "@/lib/identity/accounts/accounts-repository";
import { readEmailAddress } from "@/lib/identity/email/email-address";
import { createEmailToken } from "@/lib/identity/email/email-token";
import type { MailContent } from "@/lib/mail/mail";
import { assertMayReceiveMail, queueMail } from "@/lib/mail/queue-mail";

export interface EmailChange {
  email: unknown;
  /** Language of the mail. */
  locale: Locale;
}

/**
 * Sends a link to an address; confirmed with `changeEmail`, the address is the account's, its first or another one.
 * Nothing changes before. An address that another account has proven is told that, by mail: the answer and its work are
 * the same for every address, so nobody learns here who has an account.
 *
 * Throws CONFIRMATION_REQUIRED, AUTH_FAILED for a closed account, REQUEST_INVALID for what is no e-mail address and for
 * the address the account has proven, RATE_LIMITED when the address was sent too many mails.
 */
export async function requestEmailChange(
  actor: Actor,
  { email: given, locale }: EmailChange,
  clock: Clock = systemClock,
): Promise<void> {
  const now = clock.now();
  const email = readEmailAddress(given);
  const account = await findCredentials(database(), actor.accountId);
  if (!account) throw new DomainError("AUTH_FAILED", "This account no longer exists.");
  if (account.email === email && account.emailVerifiedAt !== null) throw ownAlready();
  const holder = await findCredentialsByEmail(database(), email);
  const content = contentFor(account, email, holder, now);
  await inTransaction(async (tx) => {
    await holdConfirmed(tx, actor, now);
    await assertMayReceiveMail(tx, email, now);
    await queueMail(tx, { to: email, locale, content, now });
  });
}

function contentFor(
  account: CredentialsRow,
  email: string,
  holder: CredentialsRow | null,
  now: Date,
): MailContent {
  const { username } = account;
  if (holder?.emailVerifiedAt)
    return { kind: "email-taken", username, owner: holder.username, link: `${env().APP_URL}/login` };
  const token = createEmailToken(account, email, new Date(now.getTime() + VERIFY_LINK_MS));
  return { kind: "email-verify", username, link: emailLink(token), hours: VERIFY_LINK_HOURS };
}

const ownAlready = () =>
  new DomainError("REQUEST_INVALID", "The account already has this address.", {
    details: { errors: [{ pointer: "#/email", detail: "another address than now expected" }] },
  });
