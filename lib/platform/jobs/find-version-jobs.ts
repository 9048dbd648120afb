import { database } from "@/lib/db/client";
import type { JobKind, JobPayloads } from "@/lib/platform/jobs/kinds";
import { listVersionJobs } from "@/lib/platform/jobs/repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";

/** How far a job is: nobody has begun it, somebody is at it, or it is tried at a time to come. */
export type JobProgress = { state: "waiting" | "running" } | { state: "later"; at: Date };

/** The kinds of jobs that are about one version. */
type VersionJobKind = {
  [Kind in JobKind]: JobPayloads[Kind] extends { versionId: string } ? Kind : never;
}[JobKind];

/** How far the job of a kind is for a version; null when there is none, or it was done or set aside. */
export type FindProgress = (kind: VersionJobKind, versionId: string) => JobProgress | null;

/** A try that is put off for less than this is as good as due: who waits for it would read of a time that has passed. */
const SOON_MS = 5_000;

/** Reads what the worker has still to do for some versions. */
export async function findVersionJobs(
  versionIds: readonly string[],
  clock: Clock = systemClock,
): Promise<FindProgress> {
  const jobs = versionIds.length === 0 ? [] : await listVersionJobs(database(), versionIds);
  const soon = clock.now().getTime() + SOON_MS;
  return (kind, versionId) => {
    const found = jobs.filter((job) => job.kind === kind && job.versionId === versionId);
    const job = found.find(({ running }) => running) ?? found[0];
    if (!job) return null;
    if (job.running) return { state: "running" };
    return job.runAt.getTime() > soon ? { state: "later", at: job.runAt } : { state: "waiting" };
  };
}
