import {
  readAdvisoryNotices,
  type AdvisoryNotices,
  type FollowingNotices,
} from "@/lib/identity/accounts/advisory-notices";
import { type Database, database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import {
  holdOpenAccount,
  insertAccount,
  insertWallet,
  type AccountRow,
  findAccountByWallet,
  findAccount,
  findAccountByUsername,
} from "@/lib/identity/accounts/accounts-repository";
import { systemClock } from "@/lib/kernel/clock";
import { inTransaction, isUniqueViolation } from "@/lib/db/transaction";
import { toActor, type Actor } from "@/lib/identity/actor";
import { findUsernameIssue, usernameOfAddress } from "@/lib/identity/accounts/username";
import { newId } from "@/lib/kernel/ids";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";
import { randomBytes } from "node:crypto";
import type { Locale } from "@/lib/platform/i18n/routing";
import { chosenMailLocale } from "@/lib/platform/mail/mailbox";
import { findAccountOfSession, type SessionAccountRow } from "@/lib/identity/sessions/sessions-repository";
import { selectIdentityNumbers } from "@/lib/identity/agents/agent-authors-repository";

/**
 * Holds an account until the caller's transaction ends, before anything is given to it: closing it waits for that, or
 * was first and nothing is given. Throws AUTH_FAILED for an account that is closed or gone.
 */
export async function shareLockAccount(db: Database, accountId: string): Promise<void> {
  if (await holdOpenAccount(db, accountId)) return;
  throw new DomainError("AUTH_FAILED", "This account no longer exists.");
}

/** The same for several, always in the same order: two who hold the same accounts never wait for each other. */
export async function shareLockAccounts(db: Database, accountIds: readonly string[]): Promise<void> {
  for (const accountId of [...new Set(accountIds)].sort()) await shareLockAccount(db, accountId);
}

export interface NewAccountRequest {
  username: string;
  email?: string;
  emailVerified?: boolean;
  role?: "member" | "administrator";
  wallet?: { address: string; kind: "wallet" | "demo" };
}

/**
 * Opens an account. Throws REQUEST_INVALID for a user name that cannot be one or that is taken, for a taken e-mail
 * address and for a text that is no address; WALLET_ALREADY_LINKED for a wallet that signs in elsewhere.
 */
export async function createAccount(request: NewAccountRequest): Promise<Actor> {
  const fault = findUsernameIssue(request.username);
  if (fault) throw invalidUsername(request.username, fault);
  if (request.wallet && !isSolanaAddress(request.wallet.address)) {
    throw new DomainError("REQUEST_INVALID", "The wallet is not a Solana address.");
  }
  try {
    return toActor(await inTransaction((tx) => insertAll(tx, request, systemClock.now())));
  } catch (error) {
    throw translated(error, request);
  }
}

async function insertAll(
  tx: Parameters<typeof insertAccount>[0],
  { username, email, emailVerified, role, wallet }: NewAccountRequest,
  now: Date,
): Promise<AccountRow> {
  const account = await insertAccount(tx, {
    id: newId("acc", now.getTime()),
    username,
    ...(email === undefined ? {} : { email: email.toLowerCase() }),
    ...(email !== undefined && emailVerified ? { emailVerifiedAt: now } : {}),
    ...(role === undefined ? {} : { role }),
    createdAt: now,
  });
  if (!wallet) return account;
  await insertWallet(tx, { ...wallet, accountId: account.id, createdAt: now });
  return { ...account, wallets: [{ ...wallet, createdAt: now }] };
}

function translated(error: unknown, { username }: NewAccountRequest): unknown {
  if (isUniqueViolation(error, "Accounts_username_key") || isUniqueViolation(error, "Usernames_pkey")) {
    return takenUsername(username);
  }
  if (isUniqueViolation(error, "Accounts_email_key")) {
    return new DomainError("REQUEST_INVALID", "There is already an account with this email address.");
  }
  if (isUniqueViolation(error, "Wallets_pkey")) {
    return new DomainError("WALLET_ALREADY_LINKED", "This wallet signs in to another account.");
  }
  return error;
}

export function takenUsername(username: string): DomainError {
  return new DomainError("REQUEST_INVALID", `The username "${username}" is taken.`, {
    details: { errors: [{ pointer: "#/username", detail: "taken" }] },
  });
}

export function invalidUsername(found: string, fault: "malformed" | "reserved"): DomainError {
  const message =
    fault === "reserved"
      ? `The username "${found}" is reserved.`
      : "A user name has 3 to 32 lower-case letters, digits and single hyphens inside.";
  return new DomainError("REQUEST_INVALID", message, {
    details: { errors: [{ pointer: "#/username", detail: fault }] },
  });
}

const MAX_NAME_ATTEMPTS = 5;
const randomSuffix = () => randomBytes(3).toString("hex");

/**
 * The account a wallet signs in to; the first sign-in opens it. Of several first sign-ins at once, one opens the
 * account and the others find it. The caller has verified that the person holds the key.
 */
export async function findOrCreateAccountByWallet(address: string): Promise<AccountRow> {
  for (let attempt = 0; ; attempt++) {
    const known = await findAccountByWallet(database(), address);
    if (known) return known;
    try {
      return await openAccount(address, usernameOfAddress(address, attempt, randomSuffix), systemClock.now());
    } catch (error) {
      if (!isUniqueViolation(error) || attempt >= MAX_NAME_ATTEMPTS) throw error;
    }
  }
}

function openAccount(address: string, username: string, now: Date): Promise<AccountRow> {
  return inTransaction(async (tx) => {
    const account = await insertAccount(tx, { id: newId("acc", now.getTime()), username, createdAt: now });
    const wallet = { address, kind: "wallet", createdAt: now } as const;
    await insertWallet(tx, { ...wallet, accountId: account.id });
    return { ...account, wallets: [wallet] };
  });
}

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
  mails: {
    notices: boolean;
    earning: boolean;
    advisories: AdvisoryNotices;
    following: FollowingNotices;
    locale: Locale | null;
  };
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
  /** The wallet it signed in with; null for another way. */
  address: string | null;
  sessionVersion: number;
  /** The identity at an issuer that it signed in with; absent for any other session. */
  issuerIdentity?: string;
  /**
   * When its person last proved that it is them, in milliseconds, and by which wallet (null: the password). Tokens from
   * before have none.
   */
  confirmed?: { at: number; wallet: string | null };
}

/**
 * The actor behind a session token, or null when the session no longer counts: the account is gone, it or all sessions
 * of the account were ended, or the wallet or issuer it signed in with was taken off it.
 */
export async function findActorOfSession(identity: SessionIdentity): Promise<Actor | null> {
  const { id = null, accountId, address, sessionVersion, confirmed = { at: 0, wallet: null } } = identity;
  const { issuerIdentity } = identity;
  const account = await findAccountOfSession({ id, accountId, sessionVersion, issuerIdentity });
  if (account === null) return null;
  if (address !== null && !hasWallet(account, address)) return null;
  const stillProves = confirmed.wallet === null || hasWallet(account, confirmed.wallet);
  return toActor(account, {
    id,
    version: sessionVersion,
    wallet: address,
    ...(issuerIdentity === undefined ? {} : { issuerIdentity }),
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
    details: { errors: [{ pointer: "#/username", detail: "no_account" }] },
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
    mails: {
      notices: account.skillNotices,
      earning: account.earningNotices,
      advisories: readAdvisoryNotices(account.advisoryNotices),
      following: account.followingNotices === "daily" ? "daily" : "none",
      locale: chosenMailLocale(account),
    },
    createdAt: account.createdAt.toISOString(),
  };
}

export interface IdentityStats {
  name: string;
  /** Skills the agent uploaded without an account. */
  totalUploads: number;
  totalClaimed: number;
  totalExpired: number;
  /** `totalClaimed` of `totalUploads`, 0 to 1; 0 without uploads. */
  claimSuccessRate: number;
}

/** How many of an agent's drafts people have wanted (USK, agent identity D4): totals only. */
export async function getIdentityStats(name: string): Promise<IdentityStats> {
  const { uploads, claimed, expired } = await selectIdentityNumbers(database(), name, systemClock.now());
  return {
    name,
    totalUploads: uploads,
    totalClaimed: claimed,
    totalExpired: expired,
    claimSuccessRate: uploads === 0 ? 0 : claimed / uploads,
  };
}
