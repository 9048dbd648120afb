import pg from "pg";
import { vi } from "vitest";
import { database } from "@/lib/db/client";

/** What `read` gives, and the plan of its last statement as text. */
export async function explain<T>(read: () => Promise<T>): Promise<{ rows: T; planned: string }> {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  const rows = await read();
  const [query] = sent.mock.calls.at(-1) as unknown as [{ text: string; values: unknown[] }];
  sent.mockRestore();
  const [row] = await database().$queryRawUnsafe<unknown[]>(
    `EXPLAIN (FORMAT JSON) ${query.text}`,
    ...query.values,
  );
  return { rows, planned: JSON.stringify(row) };
}
