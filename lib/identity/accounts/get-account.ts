import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import type { Locale } from "@/lib/platform/i18n/routing";
import {
  findAccount,
  findAccountByUsername,
  type AccountRow,
} from "@/lib/identity/accounts/accounts-repository";
import type { Actor } from "@/lib/identity/actor";
import { chosenMailLocale } from "@/lib/platform/mail/get-mailbox";
import { findAccountOfSession, type SessionAccountRow } from "@/lib/identity/sessions/sessions-repository";
import { toActor } from "@/lib/identity/to-actor";

/** What an account's owner sees of it. */
export interface AccountView {
  accountId: string;
  username: string;
  email: string | null;
  emailVerified: boolean;
  role: "member" | "administrator";
  wallets: { address: string; kind: string; linkedAt: string }[];
  /** Which mails it gets, and in which language. */
  /** `locale` is null while its person has neither chosen one nor proven an address. */
  mails: { notices: boolean; locale: Locale | null };
  createdAt: string;
}

/** Throws AUTH_FAILED when the account is gone. */
export async function getAccount(accountId: string): Promise<AccountView> {
  const account = await findAccount(database(), accountId);
  if (!account) throw new DomainError("AUTH_FAILED", "The account no longer exists.");
  return toAccountView(account);
}

/** What a session token says; everything else is looked up. */
export interface SessionIdentity {
  /** By which the session alone is ended (`endSession`). A token may name no session. */
  id?: string;
  accountId: string;
  /** The wallet it signed in with; null for a password. */
  address: string | null;
  sessionVersion: number;
  /**
   * When its person last proved that it is them, in milliseconds, and by which wallet (null: the password). Tokens from
   * before have none.
   */
  confirmed?: { at: number; wallet: string | null };
}

/**
 * The actor behind a session token, or null when the session no longer counts: the account is gone, it or all sessions
 * of the account were ended, or the wallet it signed in with was taken off it.
 */
export async function findActorOfSession(identity: SessionIdentity): Promise<Actor | null> {
  const { id = null, accountId, address, sessionVersion, confirmed = { at: 0, wallet: null } } = identity;
  const account = await findAccountOfSession({ id, accountId, sessionVersion });
  if (account === null) return null;
  if (address !== null && !hasWallet(account, address)) return null;
  const stillProves = confirmed.wallet === null || hasWallet(account, confirmed.wallet);
  return toActor(account, {
    id,
    version: sessionVersion,
    wallet: address,
    confirmedAt: new Date(stillProves ? confirmed.at : 0),
    confirmedBy: confirmed.wallet,
  });
}

const hasWallet = ({ wallets }: SessionAccountRow, address: string) =>
  wallets.some((wallet) => wallet.address === address);

/** The actor of a user name; for the processes and scripts that act for a known account. */
export async function findActorByUsername(username: string): Promise<Actor | null> {
  const account = await findAccountByUsername(database(), username);
  return account && toActor(account);
}

/** The actor of an account; null when it is gone. */
export async function findActorById(accountId: string): Promise<Actor | null> {
  const account = await findAccount(database(), accountId);
  return account && toActor(account);
}

/** The account of a user name, for administrators to act on. Throws REQUEST_INVALID when there is none. */
export async function getActorOfUsername(username: string): Promise<Actor> {
  const actor = await findActorByUsername(username);
  if (actor) return actor;
  throw new DomainError("REQUEST_INVALID", "There is no account with this username.", {
    details: { errors: [{ pointer: "#/username", detail: "no account has it" }] },
  });
}

function toAccountView(account: AccountRow): AccountView {
  return {
    accountId: account.id,
    username: account.username,
    email: account.email,
    emailVerified: account.emailVerifiedAt !== null,
    role: account.role,
    wallets: account.wallets.map(({ address, kind, createdAt }) => ({
      address,
      kind,
      linkedAt: createdAt.toISOString(),
    })),
    mails: { notices: account.skillNotices, locale: chosenMailLocale(account) },
    createdAt: account.createdAt.toISOString(),
  };
}
