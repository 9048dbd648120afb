import { database, type Database } from "@/lib/db/client";
import { runStatement } from "@/lib/db/statement";

/** One trip to the database and back; throws when it does not answer. */
export async function pingDatabase(): Promise<void> {
  await database().$queryRaw`SELECT 1`;
}

interface Query {
  text: string;
  values?: unknown[];
}

/**
 * The one method rate-limiter-flexible asks of a PostgreSQL client, over the process's own connections: a second pool
 * would only compete with them. Its statements are its own text with bound values.
 */
export const rateLimitStore = {
  async query({ text, values = [] }: Query): Promise<{ rows: Record<string, unknown>[]; rowCount: number }> {
    const rows = await runStatement<Record<string, unknown>>(text, values);
    return { rows: rows.map(toNumbers), rowCount: rows.length };
  },
};

function toNumbers(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value]),
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
