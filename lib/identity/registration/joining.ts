import { keyedHash } from "@/lib/platform/config/server-key";
import { database, type Database } from "@/lib/db/client";
import { inTransaction, retryOnUniqueViolation } from "@/lib/db/transaction";
import type { Locale } from "@/lib/platform/i18n/routing";
import {
  findCredentials,
  findCredentialsByEmail,
  isUsernameTaken,
} from "@/lib/identity/accounts/accounts-repository";
import { madeUpUsername } from "@/lib/identity/accounts/username";
import { createLinkToken, joinLink } from "@/lib/identity/agents/agent-links";
import { readEmailAddress } from "@/lib/identity/email/email-address";
import { openAccountByEmail } from "@/lib/identity/email/open-account-by-email";
import {
  findRegistration,
  insertRegistration,
  useRegistration,
} from "@/lib/identity/registration/registrations-repository";
import { isAskedTooEarly } from "@/lib/identity/ways-in";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { assertMayReceiveMail, queueMail } from "@/lib/platform/mail/queue-mail";

const MAX_TOKEN_CHARACTERS = 200;

/**
 * What is stored of the token of a link that lets in; null for what cannot be one. Other tokens are hashed otherwise,
 * so that such a link, once used, sets no first password as the link of a registration does for thirty days.
 */
export function hashJoinToken(token: unknown): string | null {
  if (typeof token !== "string" || token === "" || token.length > MAX_TOKEN_CHARACTERS) return null;
  return keyedHash("joining", token).toString("hex");
}

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

/** What a link that lets in would do, or has done. */
export interface Joining {
  state: "ready" | "used" | "expired";
  /** The whole address that it was sent to. */
  email: string;
  locale: Locale;
  /** The account it has let into. */
  accountId: string | null;
}

/** Who was let in. */
export interface Joined {
  accountId: string;
  username: string;
  sessionVersion: number;
  /**
   * The mailbox is the account's only way in, so that this link is all the proof that its person has. Where there is a
   * password or a wallet, these go on to guard who gets into the account.
   */
  isOnlyWayIn: boolean;
  /** The link has opened the account: its name is made up, and nobody was asked for one yet. */
  isNew: boolean;
}

/** The link of this token; null where there is none. Looking changes nothing. */
export async function findJoining(token: unknown, clock: Clock = systemClock): Promise<Joining | null> {
  const row = await findLink(database(), token);
  if (!row) return null;
  const { email, locale, accountId, createdAt, expiresAt } = row;
  const account = await findCredentialsByEmail(database(), email);
  const isOver = expiresAt <= clock.now() || (account !== null && isAskedTooEarly(createdAt, account));
  const unused = isOver ? "expired" : "ready";
  return { state: row.usedAt === null ? unused : "used", email, locale: locale as Locale, accountId };
}

/**
 * The account of the address that a link was sent to, opened if there is none: the link proves the address. Works once;
 * of any number of uses at once one wins. A new account has a made-up name, no password and no key: each is asked for
 * when it is needed. Throws CLAIM_TOKEN_INVALID for a link that is not there, was used, is over, or was asked for before
 * the account signed out everywhere, or something else ended it (`WAYS_IN`).
 */
export async function joinByMail(token: unknown, clock: Clock = systemClock): Promise<Joined> {
  // Somebody may open the account or use the link between our look and our insert.
  return retryOnUniqueViolation(() => inTransaction((tx) => join(tx, token, clock.now())));
}

async function join(db: Database, token: unknown, now: Date): Promise<Joined> {
  const row = await findLink(db, token);
  if (!row || row.usedAt !== null || row.expiresAt <= now) throw dead();
  const { id, username, email, locale, createdAt } = row;
  const isFree = !(await isUsernameTaken(db, username));
  const { accountId } = await openAccountByEmail(db, email, now, {
    id,
    mailLocale: locale as Locale,
    askedAt: createdAt,
    keyless: true,
    ...(isFree ? { username } : {}),
  });
  if (!(await useRegistration(db, id, { usedAt: now, accountId }))) throw dead();
  const account = await findCredentials(db, accountId);
  if (!account || isAskedTooEarly(createdAt, account)) throw dead();
  const { username: name, sessionVersion, passwordHash, wallets } = account;
  const isOnlyWayIn = passwordHash === null && wallets.length === 0;
  return { accountId, username: name, sessionVersion, isOnlyWayIn, isNew: accountId === id };
}

function findLink(db: Database, token: unknown) {
  const hash = hashJoinToken(token);
  return hash === null ? null : findRegistration(db, hash);
}

const dead = () =>
  new DomainError("CLAIM_TOKEN_INVALID", "This link does not work (any more). Ask for another one.");
