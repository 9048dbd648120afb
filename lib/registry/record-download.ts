import { systemClock, type Clock } from "@/lib/clock";
import { inTransaction } from "@/lib/db/transaction";
import { newId } from "@/lib/ids";
import { insertDownload } from "@/lib/registry/statistics-repository";

/** Counts one download of a version (R-002-85). `platform` is the target it was converted for; leave it out for the package itself. */
export async function recordDownload(
  { skillId, versionId, platform }: { skillId: string; versionId: string; platform?: string },
  clock: Clock = systemClock,
): Promise<void> {
  const occurredAt = clock.now();
  const id = newId("dwn", occurredAt.getTime());
  await inTransaction((tx) =>
    insertDownload(tx, { id, skillId, versionId, occurredAt, ...(platform ? { platform } : {}) }),
  );
}
