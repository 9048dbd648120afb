import type { Database } from "@/lib/db/client";
import { getTranslations } from "@/lib/platform/i18n/translations";
import type { Locale } from "@/lib/platform/i18n/routing";
import {
  confirmEmail,
  findCredentials,
  findCredentialsByEmail,
  holdOpenAccount,
  insertAccount,
  releaseEmail,
  type CredentialsRow,
} from "@/lib/identity/accounts/accounts-repository";
import { madeUpUsername } from "@/lib/identity/accounts/username";
import { linkTo } from "@/lib/identity/agents/agent-links";
import { createKeyText, hashKey, prefixOfKey } from "@/lib/identity/keys/authenticate-api-key";
import { insertApiKey } from "@/lib/identity/keys/api-keys-repository";
import { isAskedTooEarly } from "@/lib/identity/ways-in";
import { newId } from "@/lib/kernel/ids";

/** What a mail says of the account: its key if it is new, and where to set a password while it has none. */
export function mailedAccount({ username, apiKey, awaitsPassword }: AccountOfEmail, token: string) {
  return {
    username,
    apiKey,
    passwordLink: awaitsPassword ? linkTo("claim-agent-complete", token) : null,
  };
}

export interface AccountOfEmail {
  accountId: string;
  username: string;
  /** The link that proved the address may set the first password. */
  awaitsPassword: boolean;
  /** The first key of a new account, in plain; null for one that was there, and where none was wanted. */
  apiKey: string | null;
}

/** What a new account is to have; one that is there keeps what it has. */
export interface AccountWish {
  /** The language the address was proven in: mails to the account are written in it until another is chosen. */
  mailLocale: Locale;
  /** When the link that proves the address was asked for. */
  askedAt: Date;
  id?: string;
  /** A user name that can be one and is free. */
  username?: string;
  /** No first key: nobody is told one, as its person is let in at once. */
  keyless?: true;
}

/**
 * The account of an e-mail address that has just been proven, opened if there is none. Runs in the caller's
 * transaction; violates the unique e-mail address when another one opened it first.
 *
 * Somebody else may have opened an account with the address without proving it. The owner takes such an account over,
 * and its keys, password and sessions end; one that a wallet signs in to keeps the wallet and loses the address.
 */
export async function openAccountByEmail(
  db: Database,
  email: string,
  now: Date,
  wish: AccountWish,
): Promise<AccountOfEmail> {
  const known = await holdAccountOfEmail(db, email);
  if (!known) return openAccount(db, email, now, wish);
  if (known.emailVerifiedAt) {
    return describe(known, known.passwordHash === null && !isAskedTooEarly(wish.askedAt, known), null);
  }
  if (known.wallets.length > 0) {
    await releaseEmail(db, known.id);
    return openAccount(db, email, now, wish);
  }
  await confirmEmail(db, known.id, { now, mailLocale: wish.mailLocale });
  return describe(known, true, await addFirstKey(db, known.id, now, wish));
}

/**
 * The account that has the address now; null when nobody has, or whoever had it closed the account or took another one
 * since we looked.
 */
async function holdAccountOfEmail(db: Database, email: string): Promise<CredentialsRow | null> {
  const seen = await findCredentialsByEmail(db, email);
  if (!seen || !(await holdOpenAccount(db, seen.id))) return null;
  const known = await findCredentials(db, seen.id);
  return known?.email === email ? known : null;
}

async function openAccount(
  db: Database,
  email: string,
  now: Date,
  wish: AccountWish,
): Promise<AccountOfEmail> {
  const account = await insertAccount(db, {
    id: wish.id ?? newId("acc", now.getTime()),
    username: wish.username ?? madeUpUsername(),
    email,
    emailVerifiedAt: now,
    mailLocale: wish.mailLocale,
    createdAt: now,
  });
  return describe(account, true, await addFirstKey(db, account.id, now, wish));
}

async function addFirstKey(
  db: Database,
  accountId: string,
  now: Date,
  { mailLocale, keyless }: AccountWish,
): Promise<string | null> {
  if (keyless) return null;
  const key = createKeyText();
  await insertApiKey(db, {
    id: newId("key", now.getTime()),
    accountId,
    name: getTranslations({ locale: mailLocale, namespace: "keys" })("first-name"),
    keyHash: hashKey(key),
    prefix: prefixOfKey(key),
    createdAt: now,
    wallet: null,
    mayOnlyStage: false,
  });
  return key;
}

function describe(
  account: Pick<CredentialsRow, "id" | "username">,
  awaitsPassword: boolean,
  apiKey: string | null,
): AccountOfEmail {
  return { accountId: account.id, username: account.username, awaitsPassword, apiKey };
}
