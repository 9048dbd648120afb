import { env } from "@/lib/platform/config/env";
import { keyedHash } from "@/lib/platform/config/server-key";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import type { Locale } from "@/lib/platform/i18n/routing";
import {
  findCredentials,
  findCredentialsByEmail,
  type CredentialsRow,
} from "@/lib/identity/accounts/accounts-repository";
import { readEmailAddress } from "@/lib/identity/email/email-address";
import { renewPassword, type NewPassword } from "@/lib/identity/passwords/own-password";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { isSameSecret } from "@/lib/kernel/digest";
import type { MailContent } from "@/lib/platform/mail/mail";
import { assertMayReceiveMail, queueMail } from "@/lib/platform/mail/queue-mail";

const PARTS = 3;
const BASE = 36;

/** What a link to a new password says of itself; whether it is true, `isResetToken` tells. */
interface ResetToken {
  accountId: string;
  expiresAt: Date;
  proof: string;
}

/**
 * A link token that needs no row of its own: it holds until its time is over or the password, the address or the
 * sessions of the account change, so it can be used once, newer ones do not outlive it, and it opens nothing from a
 * mailbox that is the account's no more.
 */
export function createResetToken(account: CredentialsRow, expiresAt: Date): string {
  return [account.id, expiresAt.getTime().toString(BASE), proofOf(account, expiresAt)].join(".");
}

/** Reads a token; null for any other text. */
export function readResetToken(text: string): ResetToken | null {
  const [accountId = "", time = "", proof = "", ...rest] = text.split(".", PARTS + 1);
  const expiresAt = new Date(Number.parseInt(time, BASE));
  if (
    rest.length > 0 ||
    accountId.includes("\0") ||
    accountId === "" ||
    proof === "" ||
    Number.isNaN(expiresAt.getTime())
  )
    return null;
  return { accountId, expiresAt, proof };
}

/** Whether the market made this token for the account as it is now. */
export function isResetToken({ proof, expiresAt }: ResetToken, account: CredentialsRow): boolean {
  return isSameSecret(proof, proofOf(account, expiresAt));
}

function proofOf(account: CredentialsRow, expiresAt: Date): string {
  const { id, email, passwordHash, sessionVersion } = account;
  const text = JSON.stringify([id, expiresAt.getTime(), email, passwordHash, sessionVersion]);
  return keyedHash("password resets", text).toString("base64url");
}

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
    : { kind: "no-account", link: linkTo("/sign-in", {}, returnTo) };
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

/**
 * Whose password a mailed link sets, and whether it is their first; null for a link that was used, is over, or was
 * never made.
 */
export async function findPasswordReset(
  token: string,
  clock: Clock = systemClock,
): Promise<{ username: string; isFirst: boolean } | null> {
  const account = await findAccount(token, clock);
  return account && { username: account.username, isFirst: account.passwordHash === null };
}

/**
 * Gives the account of a mailed link another password and ends all its sessions, and its API keys if asked. False, and
 * nothing changed, when the link does not work (any more). Throws REQUEST_INVALID for a text that cannot be a password.
 */
export async function resetPassword(
  { token, ...given }: NewPassword & { token: string },
  clock: Clock = systemClock,
): Promise<boolean> {
  const account = await findAccount(token, clock);
  return account !== null && renewPassword(account, given, { by: "link", now: clock.now() });
}

async function findAccount(text: string, clock: Clock): Promise<CredentialsRow | null> {
  const token = readResetToken(text);
  if (!token || token.expiresAt <= clock.now()) return null;
  const account = await findCredentials(database(), token.accountId);
  return account?.emailVerifiedAt && isResetToken(token, account) ? account : null;
}
