import { database } from "@/lib/db/client";

/** Makes all leases so much older: they end by the clock of the database, which no test can move. */
export async function passLeases(ms: number): Promise<void> {
  await database().$executeRaw`
    UPDATE "Jobs" SET "locked_until" = "locked_until" - ${ms}::float8 * interval '1 millisecond'`;
}
