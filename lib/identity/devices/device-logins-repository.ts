import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

const LOGIN = {
  id: true,
  userCode: true,
  label: true,
  state: true,
  accountId: true,
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

/** pending → approved or denied; false when somebody answered before, or it is too late. */
export async function answerLogin(
  db: Database,
  { id, state, accountId, now }: { id: string; state: "approved" | "denied"; accountId: string; now: Date },
): Promise<boolean> {
  const where = { id, state: "pending" as const, expiresAt: { gt: now } };
  return (await db.deviceLogin.updateMany({ where, data: { state, accountId } })).count === 1;
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

export async function deleteLoginsBefore(db: Database, before: Date): Promise<number> {
  return (await db.deviceLogin.deleteMany({ where: { expiresAt: { lte: before } } })).count;
}

export async function deleteLoginsOf(db: Database, accountId: string): Promise<void> {
  await db.deviceLogin.deleteMany({ where: { accountId } });
}
