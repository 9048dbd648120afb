import { systemClock, type Clock } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/db/transaction";
import type { Locale } from "@/lib/i18n/routing";
import { newId } from "@/lib/kernel/ids";
import { madeUpUsername } from "@/lib/identity/accounts/username";
import { createLinkToken, joinLink } from "@/lib/identity/agents/claim-link";
import { readEmailAddress } from "@/lib/identity/email/email-address";
import { hashJoinToken } from "@/lib/identity/registration/join-token";
import { insertRegistration } from "@/lib/identity/registration/registrations-repository";
import { assertMayReceiveMail, queueMail } from "@/lib/mail/queue-mail";

/** As long as a link to a new password: both let its reader in. */
export const JOIN_LINK_MINUTES = 60;

/**
 * Sends an address the link that lets its reader in (`joinByMail`); returns the address as it was read. Whether it has
 * an account is not looked up here: the answer, its time and the mail are the same for every address. `returnTo` is a
 * path of the market. Throws REQUEST_INVALID for what is no e-mail address, RATE_LIMITED when the address was sent too
 * many mails.
 */
export async function requestJoining(
  { email: given, locale, returnTo }: { email: unknown; locale: Locale; returnTo: string },
  clock: Clock = systemClock,
): Promise<string> {
  const now = clock.now();
  const email = readEmailAddress(given);
  const token = createLinkToken();
  await inTransaction(async (tx) => {
    await assertMayReceiveMail(tx, email, now, { wayIn: true });
    await insertRegistration(tx, {
      id: newId("acc", now.getTime()),
      username: madeUpUsername(),
      tokenHash: hashJoinToken(token) ?? "",
      email,
      locale,
      expiresAt: new Date(now.getTime() + JOIN_LINK_MINUTES * 60_000),
      createdAt: now,
    });
    const content = { kind: "join", link: joinLink(token, returnTo), minutes: JOIN_LINK_MINUTES } as const;
    await queueMail(tx, { to: email, locale, content, now });
  });
  return email;
}
