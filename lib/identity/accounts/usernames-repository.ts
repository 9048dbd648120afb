import type { Database } from "@/lib/db/client";

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
  // An account that a process of before this table has opened.
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

/** The present name of the account that had this one before; null for a present name and for one nobody had. */
export async function findRenamed(db: Database, name: string): Promise<string | null> {
  const row = await db.username.findUnique({
    where: { name },
    select: { account: { select: { username: true } } },
  });
  return row && row.account.username !== name ? row.account.username : null;
}
