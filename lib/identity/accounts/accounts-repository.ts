import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

const ACCOUNT = {
  id: true,
  username: true,
  email: true,
  emailVerifiedAt: true,
  role: true,
  sessionVersion: true,
  skillNotices: true,
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

export function findAccountByUsername(db: Database, username: string): Promise<AccountRow | null> {
  return db.account.findUnique({ where: { username, closedAt: null }, select: ACCOUNT });
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
  settings: { skillNotices: boolean; mailLocale: string },
): Promise<void> {
  await db.account.updateMany({ where: { id: accountId, closedAt: null }, data: settings });
}

export async function updateRole(db: Database, accountId: string, role: AccountRow["role"]): Promise<void> {
  await db.account.update({ where: { id: accountId }, data: { role, sessionVersion: { increment: 1 } } });
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

export async function raiseSessionVersion(db: Database, accountId: string): Promise<void> {
  await db.account.updateMany({
    where: { id: accountId, closedAt: null },
    data: { sessionVersion: { increment: 1 } },
  });
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
