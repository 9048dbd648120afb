import { env } from "@/lib/platform/config/env";
import { database, type Database } from "@/lib/db/client";
import { inTransaction, retryOnUniqueViolation } from "@/lib/db/transaction";
import type { Locale } from "@/lib/platform/i18n/routing";
import { isUsernameTaken } from "@/lib/identity/accounts/accounts-repository";
import { invalidUsername, takenUsername, getAccount } from "@/lib/identity/accounts/accounts";
import { findUsernameIssue, readUsername } from "@/lib/identity/accounts/username";
import {
  VERIFY_LINK_HOURS,
  VERIFY_LINK_MS,
  createLinkToken,
  hashLinkToken,
  ownerLink,
} from "@/lib/identity/agents/agent-links";
import { maskEmailAddress, readEmailAddress } from "@/lib/identity/email/email-address";
import { mailedAccount, openAccountByEmail } from "@/lib/identity/email/open-account-by-email";
import { awaitsPassword, type ConfirmedLink } from "@/lib/identity/passwords/first-password";
import {
  findRegistration,
  insertRegistration,
  useRegistration,
  type RegistrationRow,
} from "@/lib/identity/registration/registrations-repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { assertMayReceiveMail, queueMail } from "@/lib/platform/mail/queue-mail";

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

const MAX_TOKEN_CHARACTERS = 200;

/** What the page of a registration's link shows. */
export interface RegistrationView {
  state: "ready" | "expired" | "done";
  /** The name that was asked for; of a finished one, the name the account has. */
  username: string;
  /** Masked. */
  email: string;
  /** A password can be set now. */
  maySetPassword: boolean;
}

/** The registration behind the token of a link. Throws CLAIM_TOKEN_INVALID. */
async function readRegistration(db: Database, token: unknown): Promise<RegistrationRow> {
  const isToken = typeof token === "string" && token !== "" && token.length <= MAX_TOKEN_CHARACTERS;
  const row = isToken ? await findRegistration(db, hashLinkToken(token)) : null;
  if (row) return row;
  throw new DomainError("CLAIM_TOKEN_INVALID", "There is no registration for this token.");
}

/** What a link would do, or has done: looking changes nothing. Throws CLAIM_TOKEN_INVALID. */
export async function getRegistration(token: unknown, clock: Clock = systemClock): Promise<RegistrationView> {
  const registration = await readRegistration(database(), token);
  const { usedAt, expiresAt, username, email, accountId } = registration;
  const confirmed = confirmedOf(registration);
  const unused = expiresAt <= clock.now() ? "expired" : "ready";
  return {
    state: usedAt === null ? unused : "done",
    username: accountId === null ? username : (await getAccount(accountId)).username,
    email: maskEmailAddress(email),
    maySetPassword: confirmed !== null && (await awaitsPassword(confirmed, clock.now())),
  };
}

/**
 * The confirmed registration of this hash of a token: its account, and the address its link was sent to; null for any
 * other hash.
 */
export async function findConfirmedRegistration(tokenHash: string): Promise<ConfirmedLink | null> {
  const row = await findRegistration(database(), tokenHash);
  return row && confirmedOf(row);
}

function confirmedOf({ accountId, email, createdAt, usedAt }: RegistrationRow): ConfirmedLink | null {
  return accountId === null || usedAt === null ? null : { accountId, email, askedAt: createdAt, usedAt };
}

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
