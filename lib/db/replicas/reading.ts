import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import type { PrismaClient } from "@/lib/db/generated/client";

/** What is asked in place of the primary. */
export interface Source {
  client: PrismaClient;
  connections: Pick<pg.Pool, "query">;
}

interface Reading {
  source: Source;
  isOver: boolean;
}

// The agent API and the pages are bundled apart, and share the client.
const holder = globalThis as unknown as { emporionReading?: AsyncLocalStorage<Reading | null> };
const reading = (holder.emporionReading ??= new AsyncLocalStorage());

/** What the work under way reads from; null for the primary. */
export function currentSource(): Source | null {
  const current = reading.getStore();
  return current && !current.isOver ? current.source : null;
}

/** Does `work` with `source` in place of the primary. What it left running when it ends goes on with the primary. */
export async function readFrom<T>(source: Source, work: () => Promise<T>): Promise<T> {
  const own: Reading = { source, isOver: false };
  try {
    return await reading.run(own, work);
  } finally {
    own.isOver = true;
  }
}

/** From here on the work under way reads from the primary: it has written, or its source failed. */
export function goOnWithPrimary(): void {
  const current = reading.getStore();
  if (current) current.isOver = true;
}

/** Does `work`, which is not that of whoever calls alone, with the primary. */
export const onPrimary = <T>(work: () => T): T => reading.run(null, work);
