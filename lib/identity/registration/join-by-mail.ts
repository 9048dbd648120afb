import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database, type Database } from "@/lib/db/client";
import { inTransaction, retryOnUniqueViolation } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import type { Locale } from "@/lib/i18n/routing";
import {
  findCredentials,
  findCredentialsByEmail,
  isUsernameTaken,
} from "@/lib/identity/accounts/accounts-repository";
import { openAccountByEmail } from "@/lib/identity/email/open-account-by-email";
import { isAskedTooEarly } from "@/lib/identity/ways-in";
import { hashJoinToken } from "@/lib/identity/registration/join-token";
import { findRegistration, useRegistration } from "@/lib/identity/registration/registrations-repository";

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
  return { accountId, username: name, sessionVersion, isOnlyWayIn };
}

function findLink(db: Database, token: unknown) {
  const hash = hashJoinToken(token);
  return hash === null ? null : findRegistration(db, hash);
}

const dead = () =>
  new DomainError("CLAIM_TOKEN_INVALID", "This link does not work (any more). Ask for another one.");
