import { database } from "@/lib/db/client";

/** One trip to the database and back; throws when it does not answer. */
export async function pingDatabase(): Promise<void> {
  await database().$queryRaw`SELECT 1`;
}
