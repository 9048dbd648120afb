import { type Database, database } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import type { JobKind, JobPayloads } from "@/lib/platform/jobs/kinds";
import { insertJob, listVersionJobs, countJobs } from "@/lib/platform/jobs/repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { Gauge } from "prom-client";
import { withTimeout } from "@/lib/kernel/with-timeout";
import { metrics } from "@/lib/kernel/observability/metrics";

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

/** How long the figures of the queue may keep whoever reads the others waiting. */
const PATIENCE_MS = 2_000;

/** Every process tells the same of them: the queue is the market's. */
const waiting = gauge("emporion_jobs_due", "Jobs that could be worked now, by kind");
const failed = gauge("emporion_jobs_failed", "Jobs set aside after their last attempt, by kind");
const late = new Gauge({
  name: "emporion_jobs_late_seconds",
  help: "How long the oldest job has been waiting for a worker",
  registers: [metrics],
});
const reached = new Gauge({
  name: "emporion_database_up",
  help: "1 when the database answered for these figures, 0 when it did not",
  registers: [metrics],
});

function gauge(name: string, help: string): Gauge<"kind"> {
  return new Gauge({ name, help, labelNames: ["kind"], registers: [metrics] });
}

/** Asks the queue anew, before the figures are read. Never throws: a market without its database is told as that. */
export async function measureQueue(): Promise<void> {
  for (const each of [waiting, failed]) each.reset();
  late.remove();
  const now = systemClock.now();
  try {
    const counts = await withTimeout(countJobs(database(), now), PATIENCE_MS, () => new Error("too slow"));
    reached.set(1);
    for (const { kind, due, setAside } of counts) {
      waiting.set({ kind }, due);
      failed.set({ kind }, setAside);
    }
    const oldest = counts.flatMap(({ dueSince }) => (dueSince ? [dueSince.getTime()] : []));
    late.set(oldest.length === 0 ? 0 : (now.getTime() - Math.min(...oldest)) / 1000);
  } catch {
    reached.set(0);
  }
}
