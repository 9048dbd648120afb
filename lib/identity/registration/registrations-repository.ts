import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

const REGISTRATION = {
  id: true,
  username: true,
  email: true,
  locale: true,
  expiresAt: true,
  usedAt: true,
  accountId: true,
  createdAt: true,
} satisfies Prisma.OwnerRegistrationSelect;

export type RegistrationRow = Prisma.OwnerRegistrationGetPayload<{ select: typeof REGISTRATION }>;

export interface NewRegistration {
  id: string;
  username: string;
  tokenHash: string;
  email: string;
  locale: string;
  expiresAt: Date;
  createdAt: Date;
}

export async function insertRegistration(db: Database, registration: NewRegistration): Promise<void> {
  await db.ownerRegistration.create({ data: registration, select: { id: true } });
}

export function findRegistration(db: Database, tokenHash: string): Promise<RegistrationRow | null> {
  return db.ownerRegistration.findUnique({ where: { tokenHash }, select: REGISTRATION });
}

/** True for the one use of a registration. */
export async function useRegistration(
  db: Database,
  id: string,
  use: { usedAt: Date; accountId: string },
): Promise<boolean> {
  const { count } = await db.ownerRegistration.updateMany({ where: { id, usedAt: null }, data: use });
  return count === 1;
}
