import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { revokeKeysOf } from "@/lib/identity/keys/api-keys-repository";

const CREDENTIALS = {
  id: true,
  username: true,
  email: true,
  emailVerifiedAt: true,
  passwordHash: true,
  sessionVersion: true,
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
 * Sets the first password of an account and ends all its sessions: false when it has one, or with `email` another
 * address by now.
 */
export async function setPasswordOnce(
  db: Database,
  id: string,
  { passwordHash, email }: { passwordHash: string; email?: string },
): Promise<boolean> {
  const { count } = await db.account.updateMany({
    where: { id, passwordHash: null, closedAt: null, ...(email === undefined ? {} : { email }) },
    data: { passwordHash, sessionVersion: { increment: 1 } },
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
  await db.account.updateMany({ where: { id, closedAt: null }, data: proven });
  await db.account.updateMany({ where: { id, closedAt: null, mailLocale: null }, data: { mailLocale } });
}

/**
 * Replaces exactly this password, or sets the first one, and ends all sessions: false when it is another one by now, or
 * the account has another address or has ended its sessions since it was read.
 */
export async function replacePassword(
  db: Database,
  { id, email, passwordHash, sessionVersion }: CredentialsRow,
  to: string,
): Promise<boolean> {
  const { count } = await db.account.updateMany({
    where: { id, email, passwordHash, sessionVersion, closedAt: null },
    data: { passwordHash: to, sessionVersion: { increment: 1 } },
  });
  return count === 1;
}
