import type { Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import type { JobContext, JobHandlers } from "@/lib/jobs/kinds";
import { extendLease, markDone, markFailed, putBack, rearm, type TakenJob } from "@/lib/jobs/repository";
import { nextPeriod } from "@/lib/jobs/schedule";
import { logger } from "@/lib/observability/logger";

/** After this the job of a worker that died is taken by another; it is renewed three times as often. */
export const LEASE_MS = 15_000;
export const MAX_ATTEMPTS = 6;
/** Some twelve hours: a mail server may be away for a night, and what it should have been given still leads somewhere. */
const MAX_MAIL_ATTEMPTS = 58;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
const MAX_ERROR_LENGTH = 2_000;

export interface RunOptions {
  handlers: JobHandlers;
  clock: Clock;
  signal: AbortSignal;
  leaseMs?: number;
}

/**
 * Runs one taken job to its end and records it: done, put back with a growing pause, or after
 * its last try set aside as failed; the job of a schedule waits for its next period instead. Never throws for a failing handler. The lease is renewed while the handler works.
 */
export async function runJob(job: TakenJob, options: RunOptions): Promise<void> {
  const { clock, leaseMs = LEASE_MS } = options;
  // A job that took its workers down with it has no error of its own; it must not do so for ever.
  if (job.attempts > mostAttempts(job))
    return setAside(job, clock, "the worker stopped each time it ran this job");
  const renewal = setInterval(() => {
    extendLease(database(), job, new Date(clock.now().getTime() + leaseMs)).catch((error: unknown) => {
      logger.warn({ jobId: job.id, error: String(error) }, "lease not renewed");
    });
  }, leaseMs / 3);
  try {
    await callHandler(job, options);
    await finish(job, clock);
  } catch (error) {
    await recordFailure(job, clock, error);
  } finally {
    clearInterval(renewal);
  }
}

const mostAttempts = ({ kind }: TakenJob) => (kind === "send_mail" ? MAX_MAIL_ATTEMPTS : MAX_ATTEMPTS);

async function finish(job: TakenJob, clock: Clock): Promise<void> {
  const again = nextPeriod(job, clock.now());
  await (again ? rearm(database(), job, again, null) : markDone(database(), job, clock.now()));
}

async function callHandler(job: TakenJob, { handlers, signal }: RunOptions): Promise<void> {
  const table = handlers as Record<
    string,
    ((payload: unknown, context: JobContext) => Promise<void>) | undefined
  >;
  const handler = table[job.kind];
  if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`);
  await handler(job.payload, { jobId: job.id, attempt: job.attempts, signal });
}

async function recordFailure(job: TakenJob, clock: Clock, error: unknown): Promise<void> {
  const text = describeError(error);
  if (job.attempts >= mostAttempts(job)) return setAside(job, clock, text);
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (job.attempts - 1), LONGEST_PAUSE_MS);
  logger.warn(
    { jobId: job.id, kind: job.kind, attempt: job.attempts, error: text },
    "job failed, will be tried again",
  );
  await putBack(database(), job, new Date(clock.now().getTime() + pauseMs), text);
}

async function setAside(job: TakenJob, clock: Clock, error: string): Promise<void> {
  const again = nextPeriod(job, clock.now());
  if (again) {
    logger.error({ jobId: job.id, kind: job.kind, error }, "scheduled job failed, waits for its next period");
    await rearm(database(), job, again, error);
    return;
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
