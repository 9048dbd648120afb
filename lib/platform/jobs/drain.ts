import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { JobHandlers } from "@/lib/platform/jobs/kinds";
import { takeJobs } from "@/lib/platform/jobs/repository";
import { LEASE_MS, runJob } from "@/lib/platform/jobs/run-job";

const BATCH = 4;

/** Runs jobs of the given kinds until none is due and returns how many runs that were; for setup scripts and tests. */
export async function drainJobs(handlers: JobHandlers, clock: Clock = systemClock): Promise<number> {
  const signal = new AbortController().signal;
  for (let total = 0; ;) {
    const wanted = { kinds: Object.keys(handlers), limit: BATCH, now: clock.now(), leaseMs: LEASE_MS };
    const jobs = await takeJobs(database(), wanted);
    if (jobs.length === 0) return total;
    await Promise.all(jobs.map((job) => runJob(job, { handlers, clock, signal })));
    total += jobs.length;
  }
}
