import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import type { Locale } from "@/lib/i18n/routing";
import { newId } from "@/lib/kernel/ids";
import {
  createLinkToken,
  hashLinkToken,
  ownerLink,
  VERIFY_LINK_HOURS,
  VERIFY_LINK_MS,
} from "@/lib/identity/agents/claim-link";
import { invalidUsername, takenUsername } from "@/lib/identity/accounts/create-account";
import { readEmailAddress } from "@/lib/identity/email/email-address";
import { insertRegistration } from "@/lib/identity/registration/registrations-repository";
import { findUsernameIssue, readUsername } from "@/lib/identity/accounts/username";
import { isUsernameTaken } from "@/lib/identity/accounts/accounts-repository";
import { assertMayReceiveMail, queueMail } from "@/lib/mail/queue-mail";

export interface OwnerRequest {
  username: unknown;
  email: unknown;
  locale: Locale;
}

export interface PendingOwner {
  /** Id of the account once the link is confirmed, unless the address has an account already. */
  ownerId: string;
  validForHours: number;
}

/**
 * Sends a link that opens an account to an address (published USK clients call it `owners/register`). Nothing is
 * granted and no name reserved before it is confirmed, so nobody takes an address or a name by asking. Whether the
 * address has an account is not looked up here: the answer and its time are the same for every address. Throws
 * REQUEST_INVALID for a user name that cannot be one or is taken (user names are public) and for what is no e-mail
 * address, RATE_LIMITED when the address was sent too many mails.
 */
export async function registerOwner(
  { username, email: address, locale }: OwnerRequest,
  clock: Clock = systemClock,
): Promise<PendingOwner> {
  const now = clock.now();
  const name = await readFreeUsername(username);
  const email = readEmailAddress(address);
  const ownerId = newId("acc", now.getTime());
  const token = createLinkToken();
  await inTransaction(async (tx) => {
    await assertMayReceiveMail(tx, email, now);
    await insertRegistration(tx, {
      id: ownerId,
      username: name,
      tokenHash: hashLinkToken(token),
      email,
      locale,
      expiresAt: new Date(now.getTime() + VERIFY_LINK_MS),
      createdAt: now,
    });
    const content = {
      kind: "owner-verify",
      username: name,
      link: ownerLink(token),
      hours: VERIFY_LINK_HOURS,
    } as const;
    await queueMail(tx, { to: email, locale, content, now });
  });
  return { ownerId, validForHours: VERIFY_LINK_HOURS };
}

async function readFreeUsername(text: unknown): Promise<string> {
  const name = typeof text === "string" ? readUsername(text) : "";
  const fault = findUsernameIssue(name);
  if (fault) throw invalidUsername(name, fault);
  if (await isUsernameTaken(database(), name)) throw takenUsername(name);
  return name;
}
