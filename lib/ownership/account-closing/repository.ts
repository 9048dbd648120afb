import type { Database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import { waysEnded } from "@/lib/identity/ways-in";

export interface ClosableAccount {
  id: string;
  username: string;
  email: string | null;
  emailVerifiedAt: Date | null;
  role: Actor["role"];
}

/**
 * An open account as it is now, held against everything until the transaction ends: also what refers to it waits, so
 * that what was on its way is there to be seen. Null when it is closed or gone.
 */
export async function lockAccount(db: Database, id: string): Promise<ClosableAccount | null> {
  const [row] = await db.$queryRaw<ClosableAccount[]>`
    SELECT "id", "username", "email", "email_verified_at" AS "emailVerifiedAt",
      "role"::text AS "role"
    FROM "Accounts" WHERE "id" = ${id} AND "closed_at" IS NULL FOR UPDATE`;
  return row ?? null;
}

/** Ends every way into an account that is held, and its role; its name stays. */
export async function setClosed(db: Database, id: string, closedAt: Date): Promise<void> {
  await db.account.update({
    where: { id, closedAt: null },
    select: { id: true },
    data: {
      closedAt,
      email: null,
      emailVerifiedAt: null,
      passwordHash: null,
      role: "member",
      skillNotices: true,
      earningNotices: true,
      advisoryNotices: "own",
      followingNotices: "none",
      followingMailedAt: null,
      followingFeed: null,
      mailLocale: null,
      ...waysEnded("account-closed", closedAt),
    },
  });
}

export async function listClosedSince(db: Database, since: Date): Promise<string[]> {
  const rows = await db.account.findMany({ where: { closedAt: { gte: since } }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** When the account of this name was closed; null while it is open, undefined for a name nobody ever had. */
export async function findClosedAt(db: Database, username: string): Promise<Date | null | undefined> {
  return (await db.account.findUnique({ where: { username }, select: { closedAt: true } }))?.closedAt;
}
