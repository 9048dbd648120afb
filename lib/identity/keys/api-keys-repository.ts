import type { Database } from "@/lib/db/client";
import { runStatement } from "@/lib/db/statement";
import type { Prisma } from "@/lib/db/generated/client";

const KEY = {
  id: true,
  name: true,
  prefix: true,
  createdAt: true,
  lastUsedAt: true,
  revokedAt: true,
  madeById: true,
  wallet: true,
  mayOnlyStage: true,
} satisfies Prisma.ApiKeySelect;

export type ApiKeyRow = Prisma.ApiKeyGetPayload<{ select: typeof KEY }>;

/** A key with what is known of its account. */
export interface OwnedApiKeyRow {
  id: string;
  prefix: string;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  accountId: string;
  username: string;
  role: "member" | "administrator";
  email: string | null;
  emailVerifiedAt: Date | null;
  mayOnlyStage: boolean;
  /** Its first wallet. */
  address: string | null;
}

const FIND_OWNED = `
  select k.id, k.prefix, k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt", a.id as "accountId", a.username, a.role,
    a.email, a.email_verified_at as "emailVerifiedAt", k.may_only_stage as "mayOnlyStage",
    (select w.address from "Wallets" w where w.account_id = a.id order by w.created_at limit 1) as address
  from "ApiKeys" k join "Accounts" a on a.id = k.account_id where k.key_hash = $1`;

export interface NewApiKey {
  id: string;
  accountId: string;
  name: string;
  keyHash: string;
  prefix: string;
  createdAt: Date;
  /** The key it is made with, if it is. */
  madeById?: string;
  /** The wallet whose signature proved who makes it, if one did. */
  wallet: string | null;
  mayOnlyStage: boolean;
}

export function insertApiKey(db: Database, key: NewApiKey): Promise<ApiKeyRow> {
  return db.apiKey.create({ data: key, select: KEY });
}

/** One statement: it is asked with each request that brings a key. */
export async function findApiKeyByHash(keyHash: string): Promise<OwnedApiKeyRow | null> {
  const [row] = await runStatement<OwnedApiKeyRow>(FIND_OWNED, [keyHash]);
  return row ?? null;
}

/** The working keys of an account, and up to `revoked` of the others, those revoked last: newest first. */
export async function listApiKeyRows(
  db: Database,
  { accountId, revoked }: { accountId: string; revoked: number },
): Promise<ApiKeyRow[]> {
  const working = await db.apiKey.findMany({ where: { accountId, revokedAt: null }, select: KEY });
  const ended = await db.apiKey.findMany({
    where: { accountId, revokedAt: { not: null } },
    select: KEY,
    orderBy: { revokedAt: "desc" },
    take: revoked,
  });
  return [...working, ...ended].sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
}

export function countWorkingKeys(db: Database, accountId: string): Promise<number> {
  return db.apiKey.count({ where: { accountId, revokedAt: null } });
}

export async function touchApiKey(db: Database, id: string, usedAt: Date): Promise<void> {
  await db.apiKey.updateMany({ where: { id }, data: { lastUsedAt: usedAt } });
}

/** One key, or all that were made with the signature of a wallet. */
export type WhichKeys = { id: string } | { wallet: string };

/** Revokes working keys of the account, those that were made with them, and so on; false when there are none. */
export async function revokeKeysWhere(
  db: Database,
  which: WhichKeys,
  { accountId, at }: { accountId: string; at: Date },
): Promise<boolean> {
  const revoke = (where: Prisma.ApiKeyWhereInput) =>
    db.apiKey.updateManyAndReturn({
      where: { ...where, accountId, revokedAt: null },
      data: { revokedAt: at },
      select: { id: true },
    });
  let ended = await revoke(which);
  if (ended.length === 0) return false;
  while (ended.length > 0) ended = await revoke({ madeById: { in: ended.map((key) => key.id) } });
  return true;
}

/** Revokes every working key of an account. */
export async function revokeKeysOf(db: Database, accountId: string, at: Date): Promise<void> {
  await db.apiKey.updateMany({ where: { accountId, revokedAt: null }, data: { revokedAt: at } });
}

export async function isKeyOf(db: Database, key: { id: string; accountId: string }): Promise<boolean> {
  return (await db.apiKey.count({ where: key })) === 1;
}

/** True for a key that was made with `by`, with one that was made with it, and so on. */
export async function isMadeWith(db: Database, id: string, by: string): Promise<boolean> {
  const madeBy = async (key: string) =>
    (await db.apiKey.findUnique({ where: { id: key }, select: { madeById: true } }))?.madeById ?? null;
  let parent = await madeBy(id);
  while (parent !== null && parent !== by) parent = await madeBy(parent);
  return parent === by;
}

export async function isWorkingKey(db: Database, id: string): Promise<boolean> {
  return (await db.apiKey.count({ where: { id, revokedAt: null } })) === 1;
}
