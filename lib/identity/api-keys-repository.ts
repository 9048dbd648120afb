import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

const KEY = {
  id: true,
  name: true,
  prefix: true,
  createdAt: true,
  lastUsedAt: true,
  revokedAt: true,
  madeById: true,
} satisfies Prisma.ApiKeySelect;

export type ApiKeyRow = Prisma.ApiKeyGetPayload<{ select: typeof KEY }>;

const OWNED_KEY = {
  ...KEY,
  account: {
    select: {
      id: true,
      username: true,
      role: true,
      email: true,
      emailVerifiedAt: true,
      wallets: { select: { address: true }, orderBy: { createdAt: "asc" }, take: 1 },
    },
  },
} satisfies Prisma.ApiKeySelect;

export type OwnedApiKeyRow = Prisma.ApiKeyGetPayload<{ select: typeof OWNED_KEY }>;

export interface NewApiKey {
  id: string;
  accountId: string;
  name: string;
  keyHash: string;
  prefix: string;
  createdAt: Date;
  /** The key it is made with, if it is. */
  madeById?: string;
}

export function insertApiKey(db: Database, key: NewApiKey): Promise<ApiKeyRow> {
  return db.apiKey.create({ data: key, select: KEY });
}

export function findApiKeyByHash(db: Database, keyHash: string): Promise<OwnedApiKeyRow | null> {
  return db.apiKey.findUnique({ where: { keyHash }, select: OWNED_KEY });
}

export function listApiKeyRows(db: Database, accountId: string): Promise<ApiKeyRow[]> {
  return db.apiKey.findMany({ where: { accountId }, select: KEY, orderBy: { createdAt: "desc" } });
}

export function countWorkingKeys(db: Database, accountId: string): Promise<number> {
  return db.apiKey.count({ where: { accountId, revokedAt: null } });
}

export async function touchApiKey(db: Database, id: string, usedAt: Date): Promise<void> {
  await db.apiKey.updateMany({ where: { id }, data: { lastUsedAt: usedAt } });
}

/** Revokes a working key of the account, those that were made with it, and so on; false when it is none. */
export async function revokeKeyOf(
  db: Database,
  { id, accountId, at }: { id: string; accountId: string; at: Date },
): Promise<boolean> {
  const revoke = (which: Prisma.ApiKeyWhereInput) =>
    db.apiKey.updateManyAndReturn({
      where: { ...which, accountId, revokedAt: null },
      data: { revokedAt: at },
      select: { id: true },
    });
  let ended = await revoke({ id });
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

export async function deleteKeysOf(db: Database, accountId: string): Promise<void> {
  await db.apiKey.deleteMany({ where: { accountId } });
}
