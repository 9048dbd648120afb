import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

export interface VersionJobRow {
  versionId: string;
  kind: string;
  running: boolean;
  runAt: Date;
}

/** The jobs of some versions that are neither done nor set aside, those that are due first. */
export function listVersionJobs(db: Database, versionIds: readonly string[]): Promise<VersionJobRow[]> {
  return db.$queryRaw<VersionJobRow[]>(Prisma.sql`
    SELECT "payload" ->> 'versionId' AS "versionId", "kind", "locked_until" IS NOT NULL AS "running", "run_at" AS "runAt"
    FROM "Jobs" WHERE "done_at" IS NULL AND "failed_at" IS NULL
      AND "payload" ->> 'versionId' = ANY(${versionIds}::text[])
    ORDER BY "run_at"`);
}
