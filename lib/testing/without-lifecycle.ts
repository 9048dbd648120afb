import { database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

const TRIGGERS = ["lifecycle_begin", "lifecycle_step"];

/**
 * Writes states into a table that its lifecycle does not lead to: for tests of what follows from a state, which need
 * not show how it comes about.
 */
export function withoutLifecycle<T>(
  table: "Quotes" | "Skills" | "Bonds",
  write: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  const set = async (tx: Prisma.TransactionClient, how: "enable" | "disable") => {
    for (const trigger of TRIGGERS)
      await tx.$executeRawUnsafe(`alter table "${table}" ${how} trigger "${trigger}"`);
  };
  return database().$transaction(async (tx) => {
    await set(tx, "disable");
    const written = await write(tx);
    await set(tx, "enable");
    return written;
  });
}
