import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

const LOGIN = {
  id: true,
  userCode: true,
  label: true,
  state: true,
  accountId: true,
  wallet: true,
  lastAskedAt: true,
  expiresAt: true,
  createdAt: true,
} satisfies Prisma.DeviceLoginSelect;

export type DeviceLoginRow = Prisma.DeviceLoginGetPayload<{ select: typeof LOGIN }>;

export interface NewDeviceLogin {
  id: string;
  deviceCodeHash: string;
  userCode: string;
  label: string;
  expiresAt: Date;
  createdAt: Date;
}

export async function insertDeviceLogin(db: Database, row: NewDeviceLogin): Promise<void> {
  await db.deviceLogin.create({ data: row });
}

export function findLoginByDeviceCode(db: Database, deviceCodeHash: string): Promise<DeviceLoginRow | null> {
  return db.deviceLogin.findUnique({ where: { deviceCodeHash }, select: LOGIN });
}

export function findLoginByUserCode(db: Database, userCode: string): Promise<DeviceLoginRow | null> {
  return db.deviceLogin.findUnique({ where: { userCode }, select: LOGIN });
}

interface Answered {
  id: string;
  state: "approved" | "denied";
  accountId: string;
  /** The wallet that proved who answers; null for a password. */
  wallet: string | null;
  now: Date;
}

/** pending → approved or denied; false when somebody answered before, or it is too late. */
export async function answerLogin(
  db: Database,
  { id, state, accountId, wallet, now }: Answered,
): Promise<boolean> {
  const where = { id, state: "pending" as const, expiresAt: { gt: now } };
  return (await db.deviceLogin.updateMany({ where, data: { state, accountId, wallet } })).count === 1;
}

/** approved → taken; false when the key was given out before. */
export async function takeLogin(db: Database, id: string): Promise<boolean> {
  const { count } = await db.deviceLogin.updateMany({
    where: { id, state: "approved" },
    data: { state: "taken" },
  });
  return count === 1;
}

export async function noteAsked(db: Database, id: string, at: Date): Promise<void> {
  await db.deviceLogin.updateMany({ where: { id }, data: { lastAskedAt: at } });
}

export async function deleteLoginsOf(db: Database, accountId: string): Promise<void> {
  await db.deviceLogin.deleteMany({ where: { accountId } });
}

/** Takes away what a wallet's signature has let in and has not fetched its key. */
export async function deleteLoginsByWallet(
  db: Database,
  { accountId, wallet }: { accountId: string; wallet: string },
): Promise<void> {
  await db.deviceLogin.deleteMany({ where: { accountId, wallet } });
}
