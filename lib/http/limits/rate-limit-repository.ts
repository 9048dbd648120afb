import { runStatement } from "@/lib/db/statement";

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
