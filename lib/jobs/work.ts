import { setTimeout as sleep } from "node:timers/promises";
import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import type { JobHandlers, Schedule } from "@/lib/jobs/kinds";
import { takeJobs } from "@/lib/jobs/repository";
import { LEASE_MS, runJob } from "@/lib/jobs/run-job";
import { armSchedules } from "@/lib/jobs/schedule";
import { logger } from "@/lib/observability/logger";

const POLL_MS = 250;
/** What a clock that went ahead has put off, here or on another machine, is brought back within this time. */
const ARM_EVERY_MS = 60_000;
const AFTER_ERROR_MS = 2_000;
const GRACE_MS = 20_000;
const DEFAULT_CONCURRENCY = 4;

export interface WorkOptions {
  handlers: JobHandlers;
  /** Aborting it stops the worker gracefully: nothing new is taken and running jobs get `graceMs` to end. */
  signal: AbortSignal;
  clock?: Clock;
  schedules?: readonly Schedule[];
  concurrency?: number;
  pollMs?: number;
  leaseMs?: number;
  graceMs?: number;
}

/** Takes and runs jobs until `signal` is aborted; resolves when the last running one has ended or was given up. */
export async function workJobs(options: WorkOptions): Promise<void> {
  const { signal, concurrency = DEFAULT_CONCURRENCY, graceMs = GRACE_MS } = options;
  const giveUp = new AbortController();
  const running = new Set<Promise<void>>();
  const state = { armedAt: Number.NEGATIVE_INFINITY };
  while (!signal.aborted) {
    const free = concurrency - running.size;
    const pauseMs = await fillUp(running, { ...options, free, state, signal: giveUp.signal }).catch(
      (error: unknown) => {
        logger.error({ error: String(error) }, "jobs could not be taken");
        return AFTER_ERROR_MS;
      },
    );
    if (pauseMs === 0) await Promise.race(running);
    else await Promise.race([sleep(pauseMs, undefined, { signal }).catch(() => {}), ...running]);
  }
  await Promise.race([Promise.all(running), sleep(graceMs, undefined, { ref: false })]);
  giveUp.abort();
}

/** Fills the free places; returns 0 when all places are taken, else how long to wait before asking again. */
async function fillUp(
  running: Set<Promise<void>>,
  options: WorkOptions & { free: number; state: { armedAt: number } },
): Promise<number> {
  const { clock = systemClock, handlers, schedules = [], leaseMs = LEASE_MS, signal, free, state } = options;
  const now = clock.now();
  const age = now.getTime() - state.armedAt;
  if (age >= ARM_EVERY_MS || age < 0) {
    await armSchedules(database(), schedules, now);
    state.armedAt = now.getTime();
  }
  const jobs = await takeJobs(database(), {
    kinds: Object.keys(handlers),
    limit: free,
    now,
    leaseUntil: new Date(now.getTime() + leaseMs),
  });
  for (const job of jobs) {
    const run = runJob(job, { handlers, clock, signal, leaseMs })
      .catch((error: unknown) => logger.error({ jobId: job.id, error: String(error) }, "job not recorded"))
      .finally(() => running.delete(run));
    running.add(run);
  }
  return jobs.length === free ? 0 : (options.pollMs ?? POLL_MS);
}
