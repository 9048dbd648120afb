import type { Database } from "@/lib/db/client";

/** What a version is compared with and which audit it carries; null for an unknown id. */
export function findVersionDuty(db: Database, id: string) {
  return db.skillVersion.findUnique({
    where: { id },
    select: {
      versionChange: true,
      requiredBump: true,
      differences: true,
      previousVersion: { select: { version: true } },
      auditCarriedFrom: { select: { version: true } },
      auditAskedAt: true,
    },
  });
}
