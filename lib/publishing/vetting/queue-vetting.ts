import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { enqueue } from "@/lib/platform/jobs/queue";
import { insertVettingJob, findStranded, type StrandedVersion } from "@/lib/publishing/vetting/repository";
import { inTransaction } from "@/lib/db/transaction";
import { logger } from "@/lib/kernel/observability/logger";

interface VettingToQueue {
  versionId: string;
  accountId: string | null;
  now: Date;
  /** False when the caller ends the vetting job itself. */
  byJob: boolean;
}

/** Asks for the vetting of a version in the caller's transaction and returns the id of the vetting job. */
export async function queueVetting(
  db: Database,
  { versionId, accountId, now, byJob }: VettingToQueue,
): Promise<string> {
  const vettingJobId = newId("vet", now.getTime());
  await insertVettingJob(db, { id: vettingJobId, versionId, accountId, createdAt: now });
  if (byJob) await requeueVetting(db, vettingJobId, now);
  return vettingJobId;
}

/** Has a vetting job worked that has not ended, in the caller's transaction. */
async function requeueVetting(db: Database, vettingJobId: string, now: Date): Promise<void> {
  await enqueue(db, {
    kind: "vet_version",
    payload: { vettingJobId },
    dedupeKey: `vet:${vettingJobId}`,
    runAt: now,
  });
}

/** Has a model asked about what a vetting job is to say, in the caller's transaction; the job ends with its answer. */
export async function queueOpinion(db: Database, vettingJobId: string, now: Date): Promise<void> {
  await enqueue(db, {
    kind: "ask_opinion",
    payload: { vettingJobId },
    dedupeKey: `opinion:${vettingJobId}`,
    runAt: now,
  });
}

/** An upload and its job are one transaction; younger ones are left alone so that no clock that is behind matters. */
const MIN_AGE_MS = 10 * 60_000;
const BATCH = 100;

/**
 * Starts vetting again for versions that are pending and that no job is going to vet: its job was set aside or lost. A
 * vetting that can't be completed holds its version for an administrator, so none comes by twice. Returns how many
 * there were.
 */
export async function resumeVetting(now: Date): Promise<number> {
  const before = new Date(now.getTime() - MIN_AGE_MS);
  return inTransaction(async (tx) => {
    const stranded = await findStranded(tx, { before, limit: BATCH });
    for (const version of stranded) {
      if (isEnded(version)) await queueVetting(tx, { ...version, now, byJob: true });
      else await requeueVetting(tx, version.vettingJobId, now);
      logger.warn({ versionId: version.versionId }, "nobody was vetting a pending version; started again");
    }
    return stranded.length;
  });
}

/** What its readers were told of an ended job stands; another is made. */
const isEnded = ({ jobStatus }: StrandedVersion) => jobStatus === "failed" || jobStatus === "done";
