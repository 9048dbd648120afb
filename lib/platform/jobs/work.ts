import { setTimeout as sleep } from "node:timers/promises";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { JobHandlers, Schedule } from "@/lib/platform/jobs/kinds";
import {
  bringBack,
  isLostJobDue,
  noteStopping,
  takeJobs,
  type LeasedJob,
} from "@/lib/platform/jobs/repository";
import { LEASE_MS, LONGEST_PAUSE_MS, runJob, armSchedules } from "@/lib/platform/jobs/run-job";
import { logFailure, logger } from "@/lib/kernel/observability/logger";

const POLL_MS = 250;
/** What a clock that went ahead has put off, here or on another machine, is brought back within this time. */
const ARM_EVERY_MS = 60_000;
/** No job waits longer for its time, but that of a schedule; and the clocks of two machines are not quite the same. */
const MOST_PUT_OFF_MS = LONGEST_PAUSE_MS + 60_000;
const LOOK_FOR_LOST_EVERY_MS = 1_000;
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

interface Working {
  running: Map<Promise<void>, LeasedJob>;
  /** What runs now runs alone. */
  alone: boolean;
  armedAt: number;
  lookedForLostAt: number;
}

/** Takes and runs jobs until `signal` is aborted; resolves when the last running one has ended or was given up. */
export async function workJobs(options: WorkOptions): Promise<void> {
  const { signal, graceMs = GRACE_MS } = options;
  const giveUp = new AbortController();
  const working: Working = {
    running: new Map(),
    alone: false,
    armedAt: -Infinity,
    lookedForLostAt: -Infinity,
  };
  const { running } = working;
  while (!signal.aborted) {
    const pauseMs = await fillUp(working, { ...options, signal: giveUp.signal }).catch((error: unknown) => {
      logFailure(error, {}, "jobs could not be taken");
      return AFTER_ERROR_MS;
    });
    const pause = pauseMs === 0 ? [] : [sleep(pauseMs, undefined, { signal }).catch(() => {})];
    await waitForFirst(signal, [...pause, ...running.keys()]);
  }
  // Said now: whoever asked for the end may not wait as long as the jobs take.
  await noteStopping(database(), [...running.values()]).catch((error: unknown) => {
    logger.warn({ error: String(error) }, "jobs under way could not be told of the stop");
  });
  await Promise.race([Promise.all(running.keys()), sleep(graceMs, undefined, { ref: false })]);
  giveUp.abort();
}

/**
 * Fills the free places; returns 0 when nothing is taken before something has ended, else how long to wait before
 * asking again.
 */
async function fillUp(working: Working, options: WorkOptions): Promise<number> {
  const { clock = systemClock, handlers, schedules = [], leaseMs = LEASE_MS } = options;
  const { concurrency = DEFAULT_CONCURRENCY, pollMs = POLL_MS } = options;
  const { running } = working;
  if (working.alone && running.size > 0) return 0;
  working.alone = false;
  const now = clock.now();
  if (isTime(now, working.armedAt, ARM_EVERY_MS)) {
    await bringBack(database(), { now, latest: new Date(now.getTime() + MOST_PUT_OFF_MS), leaseMs });
    await armSchedules(database(), schedules, now);
    working.armedAt = now.getTime();
  }
  const kinds = Object.keys(handlers);
  const wanted = { kinds, now, leaseMs, running: [...running.values()].map(({ id }) => id) };
  const begin = (job: LeasedJob) => {
    const run = runJob(job, { ...options, clock, leaseMs })
      .catch((error: unknown) => logFailure(error, { jobId: job.id }, "job not recorded"))
      .finally(() => running.delete(run));
    running.set(run, job);
  };
  // One that may have ended its worker runs alone, so that no other pays for it; what runs now ends first.
  if (isTime(now, working.lookedForLostAt, LOOK_FOR_LOST_EVERY_MS)) {
    // Another worker may take it meanwhile.
    if (running.size > 0 && (await isLostJobDue(database(), wanted))) return LOOK_FOR_LOST_EVERY_MS;
    const [lost] = running.size > 0 ? [] : await takeJobs(database(), { ...wanted, limit: 1, lost: true });
    working.alone = lost !== undefined;
    if (lost) begin(lost);
    else working.lookedForLostAt = now.getTime();
    if (lost) return 0;
  }
  const free = concurrency - running.size;
  const jobs = await takeJobs(database(), { ...wanted, limit: free, lost: false });
  for (const job of jobs) begin(job);
  return jobs.length === free ? 0 : pollMs;
}

/** A clock that was set back counts as time gone by. */
const isTime = (now: Date, lastMs: number, everyMs: number) => {
  const ageMs = now.getTime() - lastMs;
  return ageMs >= everyMs || ageMs < 0;
};

/**
 * Resolves when the first of `promises` does, or `signal` is aborted; rejects with the first that fails before. Leaves
 * nothing at the signal: a promise of its end that is waited for again and again keeps 300 bytes of each time, in a
 * worker 100 MiB a day.
 */
export async function waitForFirst(
  signal: AbortSignal,
  promises: readonly Promise<unknown>[],
): Promise<void> {
  if (signal.aborted) return;
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  signal.addEventListener("abort", stop, { once: true });
  try {
    await Promise.race([stopped, ...promises]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

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
