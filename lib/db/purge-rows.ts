import { database, type Database } from "@/lib/db/client";
import { RETENTION, type AtClosing, type RetentionTime, type Table } from "@/lib/db/retention";
import { DAY_MS, HOUR_MS } from "@/lib/kernel/clock";

/** Deleted by one statement, and by how many of them in one pass: what a market has left behind goes in some passes. */
const MOST_AT_ONCE = 20_000;
const MOST_TIMES = 10;

type Aged = Extract<RetentionTime, { after: string }>;
type Closed = { table: string; closing: AtClosing };

const retentionOf = (table: Table): RetentionTime => RETENTION[table].kept;
const isAged = (kept: RetentionTime): kept is Aged => "after" in kept;

/** The tables whose rows go by their age alone. */
export const AGED_TABLES = (Object.keys(RETENTION) as Table[]).filter((table) => isAged(retentionOf(table)));

/**
 * Deletes the rows of a table of `AGED_TABLES` whose time was over at `now`, the oldest first; returns how many. What
 * somebody writes at this moment stays for the next pass.
 */
export async function purgeAged(table: Table, now: Date, db: Database = database()): Promise<number> {
  const kept = retentionOf(table);
  if (!isAged(kept)) throw new TypeError(`rows of ${table} do not go by their age`);
  const type = kept.isCount ? "bigint" : "timestamptz";
  const due = `"${kept.after}" <= $1::${type}${kept.where === undefined ? "" : ` AND ${kept.where}`}`;
  const statement = `DELETE FROM "${table}" WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM "${table}" WHERE ${due} ORDER BY "${kept.after}" LIMIT ${MOST_AT_ONCE}))`;
  const beforeMs = now.getTime() - ageMs(kept);
  const before = kept.isCount ? BigInt(beforeMs) : new Date(beforeMs);
  let gone = 0;
  for (let times = 0; times < MOST_TIMES; times++) {
    const deleted = await db.$executeRawUnsafe(statement, before);
    gone += deleted;
    if (deleted < MOST_AT_ONCE) break;
  }
  return gone;
}

/** How long a row of a table of `AGED_TABLES` is kept after its time. */
export function ageMs({ days = 0, hours = 0, minutes = 0 }: Aged): number {
  return days * DAY_MS + hours * HOUR_MS + minutes * 60_000;
}

const CLOSED: Closed[] = Object.entries(RETENTION).flatMap(([table, retention]) =>
  "closing" in retention ? [{ table, closing: retention.closing }] : [],
);

/**
 * Deletes the rows of an account that is closed, and takes it out of those that stay, where `RETENTION` says no more
 * than that. With `email`, an address that it has proven, also what waits for that. In the caller's transaction.
 */
export async function deleteRowsOf(
  db: Database,
  { accountId, email }: { accountId: string; email: string | null },
): Promise<void> {
  for (const { table, closing } of CLOSED) {
    if ("clear" in closing)
      await db.$executeRawUnsafe(
        `UPDATE "${table}" SET "${closing.clear}" = NULL WHERE "${closing.clear}" = $1`,
        accountId,
      );
    if ("delete" in closing) await deleteOf(db, table, closing, { accountId, email });
  }
}

async function deleteOf(
  db: Database,
  table: string,
  closing: Extract<AtClosing, { delete: string }>,
  { accountId, email }: { accountId: string; email: string | null },
): Promise<void> {
  const column = closing.delete.startsWith("(") ? closing.delete : `"${closing.delete}"`;
  const own = `${column} = $1${closing.where === undefined ? "" : ` AND ${closing.where}`}`;
  if (closing.email === undefined || email === null) {
    await db.$executeRawUnsafe(`DELETE FROM "${table}" WHERE ${own}`, accountId);
    return;
  }
  const waiting = closing.emailWhere === undefined ? "" : ` AND ${closing.emailWhere}`;
  await db.$executeRawUnsafe(
    `DELETE FROM "${table}" WHERE ${own} OR "${closing.email}" = $2${waiting}`,
    accountId,
    email,
  );
}
