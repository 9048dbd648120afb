import { database, type Database } from "@/lib/db/client";
import { runStatement } from "@/lib/db/statement";

/** One trip to the database and back; throws when it does not answer. */
export async function pingDatabase(): Promise<void> {
  await database().$queryRaw`SELECT 1`;
}

/** What was used of a limit, until when in milliseconds since 1970. */
export interface CountedUse {
  count: number;
  expire: number;
}

/** The clocks of two machines are not quite the same. */
const CLOCKS_APART_MS = 60_000;

/**
 * A count that has ended begins anew; so does one that began before the clock was set back, and so would go on for that
 * much longer than it should. In the order of the keys: two processes that count the same ones do not wait for each other.
 */
const IS_OVER = `(counted.expire <= $4 or counted.expire > excluded.expire + ${CLOCKS_APART_MS})`;
const COUNT_USES = `
  insert into "RateLimits" as counted (key, points, expire)
  select key, points, expire from unnest($1::text[], $2::int[], $3::bigint[]) as used (key, points, expire) order by key
  on conflict (key) do update set
    points = case when ${IS_OVER} then excluded.points else counted.points + excluded.points end,
    expire = case when ${IS_OVER} then excluded.expire else counted.expire end
  returning key, points as count, expire::float8`;

/** Counts uses of different keys, `expire` being when a count that begins now ends. All of them, or none. */
export async function countUses(
  uses: readonly (CountedUse & { key: string })[],
  nowMs: number,
): Promise<(CountedUse & { key: string })[]> {
  const columns = [
    uses.map(({ key }) => key),
    uses.map(({ count }) => count),
    uses.map(({ expire }) => expire),
  ];
  return runStatement(COUNT_USES, [...columns, nowMs]);
}

/** What was used; null where no count is under way. */
export async function findUse(
  key: string,
  { nowMs, expire }: { nowMs: number; expire: number },
): Promise<CountedUse | null> {
  const [found] = await runStatement<CountedUse>(
    `select points as count, expire::float8 from "RateLimits" where key = $1 and expire > $2 and expire <= $3`,
    [key, nowMs, expire + CLOCKS_APART_MS],
  );
  return found ?? null;
}

/** Takes one use back. */
export async function takeUseBack(key: string, nowMs: number): Promise<void> {
  await runStatement(
    `update "RateLimits" as counted set points = points - 1 where key = $1 and expire > $2`,
    [key, nowMs],
  );
}

export interface RefusedFormRow {
  id: string;
  sealed: Uint8Array<ArrayBuffer>;
  expiresAt: Date;
}

export async function insertRefusedForm(db: Database, row: RefusedFormRow): Promise<void> {
  await db.refusedForm.create({ data: row });
}

/** Deletes the row and returns it; null when there is none. Of several at once, one gets it. */
export async function takeRow(db: Database, id: string): Promise<RefusedFormRow | null> {
  const row = await db.refusedForm.findUnique({ where: { id } });
  if (!row) return null;
  return (await db.refusedForm.deleteMany({ where: { id } })).count === 1 ? row : null;
}
