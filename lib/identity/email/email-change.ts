import { z } from "zod";
import { env } from "@/lib/platform/config/env";
import { seal, unseal, keyedHash } from "@/lib/platform/config/server-key";
import { database, type Database } from "@/lib/db/client";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import type { Locale } from "@/lib/platform/i18n/routing";
import {
  findCredentials,
  findCredentialsByEmail,
  holdOpenAccount,
  releaseUnprovenEmail,
  replaceEmail,
  type CredentialsRow,
} from "@/lib/identity/accounts/accounts-repository";
import { recordAccessChange } from "@/lib/identity/accounts/record-access-change";
import type { Actor } from "@/lib/identity/actor";
import { VERIFY_LINK_HOURS, VERIFY_LINK_MS, emailLink } from "@/lib/identity/agents/agent-links";
import { holdConfirmed } from "@/lib/identity/confirmation/confirmation";
import { maskEmailAddress, readEmailAddress } from "@/lib/identity/email/email-address";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import type { MailContent } from "@/lib/platform/mail/mail";
import { assertMayReceiveMail, queueMail } from "@/lib/platform/mail/queue-mail";

const PURPOSE = "address changes";
const MAX_CHARACTERS = 1000;

const emailToken = z.object({
  accountId: z.string(),
  /** The address the mail went to. */
  email: z.string(),
  expiresAt: z.number().transform((time) => new Date(time)),
  /** What the account was like when the link was asked for; see `isForAccount`. */
  state: z.string(),
});

/** What a link that proves an address says. */
type EmailToken = z.output<typeof emailToken>;

/**
 * A link token that needs no row of its own, and shows nobody the address: it is sealed. It holds until its time is
 * over, or the address or the sessions of the account change; so of several links one is used, once, and signing out
 * everywhere ends them all.
 */
export function createEmailToken(account: CredentialsRow, email: string, expiresAt: Date): string {
  const said = { accountId: account.id, email, expiresAt: expiresAt.getTime(), state: stateOf(account) };
  return Buffer.from(seal(PURPOSE, "", JSON.stringify(said))).toString("base64url");
}

/** Reads a token that the market made; null for any other text. */
export function readEmailToken(text: string): EmailToken | null {
  if (text.length > MAX_CHARACTERS) return null;
  try {
    return emailToken.parse(JSON.parse(unseal(PURPOSE, "", Buffer.from(text, "base64url"))));
  } catch {
    return null;
  }
}

/** Whether the account is still as it was when the link was asked for. */
export function isForAccount({ accountId, state }: EmailToken, account: CredentialsRow): boolean {
  return account.id === accountId && stateOf(account) === state;
}

/**
 * The moment an address was proven never comes again, so that a link used before is not right again after two changes.
 */
function stateOf({ email, emailVerifiedAt, sessionVersion }: CredentialsRow): string {
  const text = JSON.stringify([email, emailVerifiedAt?.getTime(), sessionVersion]);
  return keyedHash(PURPOSE, text).toString("base64url");
}

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

/** What the page of a link that proves an address shows. */
export interface EmailChangeView {
  /** `taken`: another account has proven the address since the link was sent. */
  state: "ready" | "done" | "taken";
  /** Whose account it is for; only who is signed in to it may confirm. */
  accountId: string;
  username: string;
  /** The address the link was sent to. */
  email: string;
  /** The proven address that it replaces. */
  before: string | null;
}

/** What a link would do, or has done: looking changes nothing. Null for a link that is over, or was never made. */
export async function findEmailChange(
  text: string,
  clock: Clock = systemClock,
): Promise<EmailChangeView | null> {
  const token = readEmailToken(text);
  const account = token && (await findCredentials(database(), token.accountId));
  if (!account) return null;
  const { email } = token;
  const before = account.emailVerifiedAt === null ? null : account.email;
  const view = { accountId: account.id, username: account.username, email, before };
  if (before === email) return { ...view, state: "done" };
  if (token.expiresAt <= clock.now() || !isForAccount(token, account)) return null;
  const holder = await findCredentialsByEmail(database(), email);
  return { ...view, state: holder?.emailVerifiedAt ? "taken" : "ready" };
}

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
