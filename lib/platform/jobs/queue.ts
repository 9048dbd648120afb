import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import type { JobKind, JobPayloads } from "@/lib/platform/jobs/kinds";
import { insertJob } from "@/lib/platform/jobs/repository";

/**
 * Adds a job, inside the caller's transaction if `db` is one: the job exists exactly when the change does.
 * With `dedupeKey` nothing is added while a job with that key is still waiting to be started.
 */
export async function enqueue<Kind extends JobKind>(
  db: Database,
  job: { kind: Kind; payload: JobPayloads[Kind]; dedupeKey?: string; runAt?: Date },
): Promise<void> {
  await insertJob(db, { id: newId("job"), runAt: new Date(), ...job });
}
