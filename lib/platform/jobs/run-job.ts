import { type Database, database } from "@/lib/db/client";
import type { Schedule, JobContext, JobHandlers } from "@/lib/platform/jobs/kinds";
import {
  armSchedule,
  SCHEDULE_ID_PREFIX,
  type LeasedJob,
  extendLease,
  markDone,
  markFailed,
  putBack,
  rearm,
} from "@/lib/platform/jobs/repository";
import type { Clock } from "@/lib/kernel/clock";
import { logFailure, logger } from "@/lib/kernel/observability/logger";

/**
 * Does one after another, each whatever becomes of those before it; throws what the first that failed has thrown, once
 * all were tried.
 */
export async function runAllSettled(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

const MINUTE_MS = 60_000;

/**
 * Makes sure that each schedule has its one row in the queue, due within a period, whatever became of it before. Any
 * number of workers may do this; the row is taken like any job, so a period is worked once. Periods in which no worker
 * ran are not made up for.
 */
export async function armSchedules(db: Database, schedules: readonly Schedule[], now: Date): Promise<void> {
  for (const { kind, everyMs } of schedules) {
    const latest = new Date(now.getTime() + everyMs + MINUTE_MS);
    await armSchedule(db, { id: SCHEDULE_ID_PREFIX + kind, kind, payload: { everyMs }, runAt: now, latest });
  }
}

/** When the job of a schedule is due again: at the beginning of the next period. Null for any other job. */
function nextPeriod({ id, payload }: LeasedJob, now: Date): Date | null {
  if (!id.startsWith(SCHEDULE_ID_PREFIX)) return null;
  const { everyMs } = payload as { everyMs: number };
  return new Date((Math.floor(now.getTime() / everyMs) + 1) * everyMs);
}

/** After this the job of a worker that died is taken by another; it is renewed three times as often. */
export const LEASE_MS = 15_000;
/**
 * Some twelve hours: a mail server, the database or the store of packages may be away for a night, and what waited for
 * it is still wanted. A job whose workers die at it has used them up after six, so that it cannot do so for half a day;
 * a worker that was told to stop is not among them.
 */
export const MAX_ATTEMPTS = 58;
/** Of a schedule in one period; it comes back by itself. */
export const MAX_SCHEDULED_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 1_000;
export const LONGEST_PAUSE_MS = 15 * 60_000;
const MAX_ERROR_LENGTH = 2_000;

export interface RunOptions {
  handlers: JobHandlers;
  clock: Clock;
  signal: AbortSignal;
  leaseMs?: number;
}

/**
 * Runs one taken job to its end and records it: done, put back with a growing pause, or after its last try given up by
 * its handler and set aside as failed; the job of a schedule waits for its next period instead. Never throws for a
 * failing handler. The lease is renewed while the handler works.
 */
export async function runJob(job: LeasedJob, options: RunOptions): Promise<void> {
  const { clock, leaseMs = LEASE_MS } = options;
  // A job that took its workers down with it has no error of its own; it must not do so for ever.
  if (job.attempts > mostAttempts(job))
    return setAside(job, options, new Error("the worker stopped each time it ran this job"));
  const renew = async () => {
    try {
      await extendLease(database(), job, leaseMs);
    } catch (error) {
      logger.warn({ jobId: job.id, error: String(error) }, "lease not renewed");
    }
  };
  const renewal = setInterval(() => void renew(), leaseMs / 3);
  try {
    await callHandler(job, options);
    await finish(job, clock);
  } catch (error) {
    await recordFailure(job, options, error);
  } finally {
    clearInterval(renewal);
  }
}

const mostAttempts = ({ id }: LeasedJob) =>
  id.startsWith(SCHEDULE_ID_PREFIX) ? MAX_SCHEDULED_ATTEMPTS : MAX_ATTEMPTS;

async function finish(job: LeasedJob, clock: Clock): Promise<void> {
  const again = nextPeriod(job, clock.now());
  await (again ? rearm(database(), job, again, null) : markDone(database(), job, clock.now()));
}

interface AnyHandler {
  run: (payload: unknown, context: JobContext) => Promise<void>;
  giveUp?: (payload: unknown) => Promise<void>;
}

function handlerOf({ kind }: LeasedJob, handlers: JobHandlers): AnyHandler {
  const handler = (handlers as Record<string, AnyHandler["run"] | AnyHandler | undefined>)[kind];
  if (!handler) throw new Error(`no handler for jobs of kind ${kind}`);
  return typeof handler === "function" ? { run: handler } : handler;
}

async function callHandler(job: LeasedJob, { handlers, signal }: RunOptions): Promise<void> {
  await handlerOf(job, handlers).run(job.payload, { jobId: job.id, attempt: job.attempts, signal });
}

async function recordFailure(job: LeasedJob, options: RunOptions, error: unknown): Promise<void> {
  if (job.attempts >= mostAttempts(job)) return setAside(job, options, error);
  await tryAgain(job, options.clock, describeError(error));
}

async function tryAgain(job: LeasedJob, clock: Clock, text: string): Promise<void> {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (job.attempts - 1), LONGEST_PAUSE_MS);
  logger.warn(
    { jobId: job.id, kind: job.kind, attempt: job.attempts, error: text },
    "job failed, will be tried again",
  );
  await putBack(database(), job, new Date(clock.now().getTime() + pauseMs), text);
}

async function setAside(job: LeasedJob, { clock, handlers }: RunOptions, failed: unknown): Promise<void> {
  const again = nextPeriod(job, clock.now());
  const error = describeError(failed);
  if (again) {
    const facts = { jobId: job.id, kind: job.kind };
    logFailure(failed, facts, "scheduled job failed, waits for its next period");
    await rearm(database(), job, again, error);
    return;
  }
  try {
    await handlerOf(job, handlers).giveUp?.(job.payload);
  } catch (failure) {
    return tryAgain(job, clock, `${error}; it could not be given up: ${describeError(failure)}`);
  }
  logger.error({ jobId: job.id, kind: job.kind, error }, "job set aside after its last attempt");
  await markFailed(database(), job, clock.now(), error);
}

function describeError(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(
    0,
    MAX_ERROR_LENGTH,
  );
}
