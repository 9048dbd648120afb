import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { revokeKeysOf } from "@/lib/identity/keys/api-keys-repository";
import { waysEnded } from "@/lib/identity/ways-in";

const ACCOUNT = {
  id: true,
  username: true,
  email: true,
  emailVerifiedAt: true,
  role: true,
  sessionVersion: true,
  waysEndedAt: true,
  skillNotices: true,
  earningNotices: true,
  advisoryNotices: true,
  followingNotices: true,
  mailLocale: true,
  createdAt: true,
  wallets: { select: { address: true, kind: true, createdAt: true }, orderBy: { createdAt: "asc" } },
} satisfies Prisma.AccountSelect;

export type AccountRow = Prisma.AccountGetPayload<{ select: typeof ACCOUNT }>;

/** An account somebody acts for; null for one that was closed, here and below. */
export function findAccount(db: Database, id: string): Promise<AccountRow | null> {
  return db.account.findUnique({ where: { id, closedAt: null }, select: ACCOUNT });
}

export function findAccountByWallet(db: Database, address: string): Promise<AccountRow | null> {
  return db.account.findFirst({ where: { wallets: { some: { address } }, closedAt: null }, select: ACCOUNT });
}

/** A person: nobody signs in to an organisation. */
export function findAccountByUsername(db: Database, username: string): Promise<AccountRow | null> {
  return db.account.findUnique({ where: { username, kind: "person", closedAt: null }, select: ACCOUNT });
}

/**
 * Holds an open account until the transaction ends, so that nobody closes it meanwhile; false for one that is
 * closed or gone.
 */
export async function holdOpenAccount(db: Database, id: string): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM "Accounts" WHERE "id" = ${id} AND "closed_at" IS NULL FOR NO KEY UPDATE`;
  return rows.length === 1;
}

export interface NewAccount {
  id: string;
  kind?: "organisation";
  username: string;
  email?: string;
  emailVerifiedAt?: Date;
  role?: "member" | "administrator";
  mailLocale?: string;
  createdAt: Date;
}

/** Fails on a unique constraint when somebody has the name, the address, or had the name (`Usernames_pkey`). */
export function insertAccount(db: Database, account: NewAccount): Promise<AccountRow> {
  const usernames = { create: { name: account.username, since: account.createdAt } };
  return db.account.create({ data: { ...account, usernames }, select: ACCOUNT });
}

export async function updateMailSettings(
  db: Database,
  accountId: string,
  settings: {
    skillNotices: boolean;
    mailLocale: string;
    earningNotices?: boolean;
    advisoryNotices?: string;
    followingNotices?: string;
    followingMailedAt?: null;
  },
): Promise<void> {
  await db.account.updateMany({ where: { id: accountId, closedAt: null }, data: settings });
}

export async function updateRole(
  db: Database,
  accountId: string,
  { role, now }: { role: AccountRow["role"]; now: Date },
): Promise<void> {
  const data = { role, ...waysEnded("role-changed", now) };
  await db.account.update({ where: { id: accountId }, data, select: { id: true } });
}

/** Ids of all administrators, held until the transaction ends, so that two cannot dismiss each other at once. */
export async function lockAdministrators(db: Database): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Accounts" WHERE "role" = 'administrator' ORDER BY "id" FOR UPDATE`;
  return rows.map(({ id }) => id);
}

export function listAdministratorRows(db: Database): Promise<AccountRow[]> {
  return db.account.findMany({
    where: { role: "administrator" },
    orderBy: { username: "asc" },
    select: ACCOUNT,
  });
}

/** Ends every session of an account, and what was asked for to open one. */
export async function endAllSessions(db: Database, accountId: string, now: Date): Promise<void> {
  const data = waysEnded("sign-out-everywhere", now);
  await db.account.updateMany({ where: { id: accountId, closedAt: null }, data });
}

export interface NewWallet {
  address: string;
  accountId: string;
  kind: "wallet" | "demo";
  createdAt: Date;
}

export async function insertWallet(db: Database, wallet: NewWallet): Promise<void> {
  await db.wallet.create({ data: wallet });
}

export function findWallet(db: Database, address: string): Promise<{ accountId: string } | null> {
  return db.wallet.findUnique({ where: { address }, select: { accountId: true } });
}

/** Addresses of an account's wallets, held until the transaction ends. */
export async function lockAccountWallets(db: Database, accountId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ address: string }[]>`
    SELECT "address" FROM "Wallets" WHERE "account_id" = ${accountId} ORDER BY "address" FOR UPDATE`;
  return rows.map(({ address }) => address);
}

export async function deleteWallet(db: Database, address: string, accountId: string): Promise<void> {
  await db.wallet.deleteMany({ where: { address, accountId } });
}

const CREDENTIALS = {
  id: true,
  username: true,
  email: true,
  emailVerifiedAt: true,
  passwordHash: true,
  sessionVersion: true,
  waysEndedAt: true,
  wallets: { select: { address: true }, take: 1 },
} satisfies Prisma.AccountSelect;

/** How an account signs in; never leaves lib/identity. */
export type CredentialsRow = Prisma.AccountGetPayload<{ select: typeof CREDENTIALS }>;

export function findCredentialsByEmail(db: Database, email: string): Promise<CredentialsRow | null> {
  return db.account.findUnique({ where: { email }, select: CREDENTIALS });
}

export function findCredentials(db: Database, id: string): Promise<CredentialsRow | null> {
  return db.account.findUnique({ where: { id, closedAt: null }, select: CREDENTIALS });
}

/**
 * Sets the first password of an account and ends all its sessions: false when it has one, or with `link` another
 * address by now, or has ended what was asked for when the link was.
 */
export async function setPasswordOnce(
  db: Database,
  id: string,
  { passwordHash, link, now }: { passwordHash: string; link?: { email: string; askedAt: Date }; now: Date },
): Promise<boolean> {
  const counts = link && {
    email: link.email,
    OR: [{ waysEndedAt: null }, { waysEndedAt: { lte: link.askedAt } }],
  };
  const { count } = await db.account.updateMany({
    where: { id, passwordHash: null, closedAt: null, ...counts },
    data: { passwordHash, ...waysEnded("new-password", now) },
  });
  return count === 1;
}

/** The address is proven; whatever opened the account before that proof opens it no more. */
export async function confirmEmail(
  db: Database,
  id: string,
  { now, mailLocale }: { now: Date; mailLocale: string },
): Promise<void> {
  await db.account.update({
    where: { id },
    data: { emailVerifiedAt: now, mailLocale, passwordHash: null, sessionVersion: { increment: 1 } },
    select: { id: true },
  });
  await revokeKeysOf(db, id, now);
}

/** Takes an address off an account that never proved it. */
export async function releaseEmail(db: Database, id: string): Promise<void> {
  await db.account.update({ where: { id }, data: { email: null }, select: { id: true } });
}

/** Takes an address off every other account that never proved it. */
export async function releaseUnprovenEmail(db: Database, email: string, keeper: string): Promise<void> {
  const others = { email, emailVerifiedAt: null, id: { not: keeper } };
  await db.account.updateMany({ where: others, data: { email: null } });
}

/**
 * Gives an open account a proven address, and mails to it their language while it has chosen none; violates the unique
 * e-mail address when another account has it.
 */
export async function replaceEmail(
  db: Database,
  id: string,
  { mailLocale, ...proven }: { email: string; emailVerifiedAt: Date; mailLocale: string },
): Promise<void> {
  const data = { ...proven, ...waysEnded("address-changed", proven.emailVerifiedAt) };
  await db.account.updateMany({ where: { id, closedAt: null }, data });
  await db.account.updateMany({ where: { id, closedAt: null, mailLocale: null }, data: { mailLocale } });
}

/**
 * Replaces exactly this password, or sets the first one, and ends all sessions: false when it is another one by now, or
 * the account has another address or has ended its sessions since it was read.
 */
export async function replacePassword(
  db: Database,
  { id, email, passwordHash, sessionVersion }: CredentialsRow,
  { to, ending, now }: { to: string; ending: "new-password" | "new-password-and-keys"; now: Date },
): Promise<boolean> {
  const { count } = await db.account.updateMany({
    where: { id, email, passwordHash, sessionVersion, closedAt: null },
    data: { passwordHash: to, ...waysEnded(ending, now) },
  });
  return count === 1;
}

/**
 * Gives an open account another user name, in the transaction of the caller; the one before stays the account's. Fails
 * on a unique constraint when somebody else has the name, or had it.
 */
export async function updateUsername(
  db: Database,
  accountId: string,
  { username, now }: { username: string; now: Date },
): Promise<void> {
  const [held] = await db.$queryRaw<{ username: string }[]>`
    SELECT "username" FROM "Accounts" WHERE "id" = ${accountId} AND "closed_at" IS NULL FOR NO KEY UPDATE`;
  if (!held || held.username === username) return;
  // Not every account has its first name among them: a process of an older release writes none.
  await db.username.createMany({
    data: [{ name: held.username, accountId, since: now }],
    skipDuplicates: true,
  });
  await db.account.update({ where: { id: accountId }, data: { username } });
  const had = await db.username.findFirst({ where: { name: username, accountId }, select: { name: true } });
  if (!had) await db.username.create({ data: { name: username, accountId, since: now } });
}

/** How many user names the account has had, the present one included. */
export function countUsernames(db: Database, accountId: string): Promise<number> {
  return db.username.count({ where: { accountId } });
}

/** True for a name that somebody has, had, or had when they closed their account. */
export async function isUsernameTaken(db: Database, name: string): Promise<boolean> {
  const had = await db.username.findUnique({ where: { name }, select: { name: true } });
  return had !== null || (await db.account.count({ where: { username: name } })) > 0;
}

/** The account that has a name or had it, closed or not; null for a name nobody ever had. */
export async function findAccountOfName(
  db: Database,
  name: string,
): Promise<{ accountId: string; username: string; isClosed: boolean } | null> {
  const select = { id: true, username: true, closedAt: true } as const;
  const account =
    (await db.account.findUnique({ where: { username: name }, select })) ??
    (await db.username.findUnique({ where: { name }, select: { account: { select } } }))?.account;
  return account
    ? { accountId: account.id, username: account.username, isClosed: account.closedAt !== null }
    : null;
}

/** The present name of the account that had this one before; null for a present name and for one nobody had. */
export async function findRenamed(db: Database, name: string): Promise<string | null> {
  const row = await db.username.findUnique({
    where: { name },
    select: { account: { select: { username: true } } },
  });
  return row && row.account.username !== name ? row.account.username : null;
}
