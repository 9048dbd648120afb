import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { enqueue } from "@/lib/jobs/queue";
import { insertVettingJob } from "@/lib/publishing/vetting/repository";

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
export async function requeueVetting(db: Database, vettingJobId: string, now: Date): Promise<void> {
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
