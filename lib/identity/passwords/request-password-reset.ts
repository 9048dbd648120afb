import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { env } from "@/lib/config/env";
import type { Locale } from "@/lib/i18n/routing";
import { findCredentialsByEmail } from "@/lib/identity/accounts/accounts-repository";
import { readEmailAddress } from "@/lib/identity/email/email-address";
import { createResetToken } from "@/lib/identity/passwords/reset-token";
import type { MailContent } from "@/lib/mail/mail";
import { assertMayReceiveMail, queueMail } from "@/lib/mail/queue-mail";

export const RESET_LINK_MINUTES = 60;

/**
 * Sends a link to a new password to an address. One that has no account is told that, by mail: the answer and its work
 * are the same for every address, so nobody learns here who has one. The link leads on to `returnTo`, a path of this
 * site, once the person is in. Throws REQUEST_INVALID for what is no e-mail
 * address, RATE_LIMITED when the address was sent too many mails.
 */
export async function requestPasswordReset(
  { email: given, locale, returnTo = "" }: { email: unknown; locale: Locale; returnTo?: string },
  clock: Clock = systemClock,
): Promise<void> {
  const now = clock.now();
  const email = readEmailAddress(given);
  const account = await findCredentialsByEmail(database(), email);
  const expiresAt = new Date(now.getTime() + RESET_LINK_MINUTES * 60_000);
  const content: MailContent = account?.emailVerifiedAt
    ? {
        kind: "password-reset",
        username: account.username,
        link: linkTo("/login/reset", { token: createResetToken(account, expiresAt) }, returnTo),
        minutes: RESET_LINK_MINUTES,
      }
    : { kind: "no-account", link: linkTo("/register", {}, returnTo) };
  await inTransaction(async (tx) => {
    await assertMayReceiveMail(tx, email, now, { wayIn: true });
    await queueMail(tx, { to: email, locale, content, now });
  });
}

/** A longer way back is left out: a mail shows its link in full. */
const MAX_RETURN_CHARACTERS = 300;

function linkTo(path: string, query: Record<string, string>, back: string): string {
  const search = new URLSearchParams(query);
  if (back !== "" && back.length <= MAX_RETURN_CHARACTERS) search.set("return", back);
  const written = search.toString();
  return env().APP_URL + path + (written === "" ? "" : `?${written}`);
}
