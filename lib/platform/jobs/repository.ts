import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

export interface LeasedJob {
  id: string;
  kind: string;
  payload: unknown;
  /**
   * Which try this is, a lost one counted as several; with the id it names the lease, so a worker that lost it can
   * change nothing.
   */
  attempts: number;
}

/** Of the one row that each schedule has. */
export const SCHEDULE_ID_PREFIX = "job_every_";

type Lease = Pick<LeasedJob, "id" | "attempts">;

/**
 * Adds a job, unless one with its dedupe key waits. That one is held until the caller's transaction ends: begun before,
 * it would not see what the caller has changed, and there would be no other to see it.
 */
export async function insertJob(
  db: Database,
  { id, kind, payload, dedupeKey = null, runAt }: NewJob,
): Promise<void> {
  await db.$executeRaw(sql`
    INSERT INTO "Jobs" ("id", "kind", "payload", "dedupe_key", "run_at")
    VALUES (${id}, ${kind}, ${JSON.stringify(payload)}::jsonb, ${dedupeKey}, ${runAt})
    ON CONFLICT ("dedupe_key") DO UPDATE SET "dedupe_key" = EXCLUDED."dedupe_key"`);
}

interface NewJob {
  id: string;
  kind: string;
  payload: object;
  dedupeKey?: string | null;
  runAt: Date;
}

/**
 * Adds the row of a schedule, or brings it back when it was done or set aside, or waits for a time after `latest`, to
 * which only a clock that went ahead can have put it; one that waits or runs otherwise is left alone.
 */
export async function armSchedule(
  db: Database,
  { latest, ...job }: { id: string; kind: string; payload: object; runAt: Date; latest: Date },
): Promise<void> {
  const { id, payload, runAt } = job;
  const { count } = await db.job.createMany({ data: [job], skipDuplicates: true });
  if (count === 1) return;
  await db.job.updateMany({ where: { id }, data: { payload } });
  const ended = {
    id,
    OR: [{ doneAt: { not: null } }, { failedAt: { not: null } }, { runAt: { gt: latest } }],
  };
  await db.job.updateMany({
    where: ended,
    data: { doneAt: null, failedAt: null, lockedUntil: null, attempts: 0, runAt },
  });
}

/**
 * Tries that one counts for which its worker did not live through, unless it is of a schedule or its worker was
 * told to stop.
 */
const LOST_TRY = 10;
const STOPPED = "the worker was stopped while it ran this job";

/**
 * Leases begin, go on and end by the clock of the database: with the clocks of two workers, which may be apart by more
 * than a lease lasts, one would take a job that the other is doing.
 */
const NOW = sql`clock_timestamp()`;
const inMs = (ms: number) => sql`${NOW} + ${ms}::float8 * interval '1 millisecond'`;

const ofSchedule = sql`"id" LIKE ${`${SCHEDULE_ID_PREFIX}%`}`;
/** Who ran it is no more. */
const isLost = sql`"locked_until" IS NOT NULL AND NOT ${ofSchedule} AND "last_error" IS DISTINCT FROM ${STOPPED}`;
/**
 * A lost one waits the longer the more its workers have died, so that a bad hour of the machine does not use its
 * tries up.
 */
const isFree = sql`("locked_until" IS NULL
  OR "locked_until" + ("attempts" / ${LOST_TRY}::int) * ("attempts" / ${LOST_TRY}::int) * interval '15 seconds' < ${NOW})`;
const isDue = ({
  kinds,
  now,
  running = [],
}: WhichJobs) => sql`"done_at" IS NULL AND "failed_at" IS NULL AND "run_at" <= ${now}
  AND ${isFree} AND "kind" = ANY(${kinds}::text[]) AND "id" <> ALL(${running}::text[])`;

interface WhichJobs {
  kinds: string[];
  now: Date;
  /** Those that this worker itself runs, whatever has become of their leases. */
  running?: string[];
}

export interface JobsWanted extends WhichJobs {
  limit: number;
  leaseMs: number;
  /** Only those whose worker died, or only the others; all, if not said. */
  lost?: boolean;
}

/**
 * Takes up to `limit` due jobs under a lease. `SKIP LOCKED` keeps two workers apart without making one wait;
 * the dedupe key is given up here, so that a change made while the job runs can ask for another run.
 */
export function takeJobs(db: Database, { limit, leaseMs, lost, ...jobs }: JobsWanted): Promise<LeasedJob[]> {
  const which = lost === undefined ? sql`true` : lost ? isLost : sql`NOT (${isLost})`;
  return db.$queryRaw<LeasedJob[]>(sql`
    UPDATE "Jobs" SET "locked_until" = ${inMs(leaseMs)}, "dedupe_key" = NULL, "last_error" = NULLIF("last_error", ${STOPPED}),
      "attempts" = "attempts" + CASE WHEN ${isLost} THEN ${LOST_TRY}::int ELSE 1 END
    WHERE "id" IN (
      SELECT "id" FROM "Jobs" WHERE ${isDue(jobs)} AND ${which}
      ORDER BY "run_at" LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING "id", "kind", "payload", "attempts"`);
}

/** Whether there is one whose worker died and that waits to be taken. */
export async function isLostJobDue(db: Database, jobs: WhichJobs): Promise<boolean> {
  const found = await db.$queryRaw<object[]>(sql`
    SELECT 1 FROM "Jobs" WHERE ${isDue(jobs)} AND ${isLost} LIMIT 1`);
  return found.length > 0;
}

/** Their worker was told to stop: if it ends before they do, it is not their doing. */
export async function noteStopping(db: Database, leases: readonly Lease[]): Promise<void> {
  for (const lease of leases) await changeLeased(db, lease, { lastError: STOPPED });
}

/** True when the lease was still held and now lasts for another `leaseMs`. */
export async function extendLease(db: Database, lease: Lease, leaseMs: number): Promise<boolean> {
  const changed = await db.$executeRaw(sql`
    UPDATE "Jobs" SET "locked_until" = ${inMs(leaseMs)}
    WHERE "id" = ${lease.id} AND "attempts" = ${lease.attempts} AND "done_at" IS NULL AND "failed_at" IS NULL`);
  return changed === 1;
}

/**
 * Brings back what a clock that went ahead has put off: jobs that wait beyond `latest` are due at `now`, and a lease
 * that lasts longer than `leaseMs` from now, as none does that was given since, lasts that long. It is not ended: who
 * has it may be at work. Schedules have times of their own (`armSchedule`).
 */
export async function bringBack(
  db: Database,
  { now, latest, leaseMs }: { now: Date; latest: Date; leaseMs: number },
): Promise<void> {
  const waits = sql`"done_at" IS NULL AND "failed_at" IS NULL`;
  await db.$executeRaw(sql`
    UPDATE "Jobs" SET "run_at" = ${now} WHERE ${waits} AND NOT ${ofSchedule} AND "run_at" > ${latest}`);
  await db.$executeRaw(sql`
    UPDATE "Jobs" SET "locked_until" = ${inMs(leaseMs)} WHERE ${waits} AND "locked_until" > ${inMs(leaseMs)}`);
}

export async function markDone(db: Database, lease: Lease, now: Date): Promise<boolean> {
  return changeLeased(db, lease, { doneAt: now, lockedUntil: null, lastError: null });
}

/** The job of a schedule waits for its next period, with a clean slate. */
export async function rearm(db: Database, lease: Lease, runAt: Date, error: string | null): Promise<boolean> {
  return changeLeased(db, lease, { runAt, lockedUntil: null, attempts: 0, lastError: error });
}

export async function putBack(db: Database, lease: Lease, runAt: Date, error: string): Promise<boolean> {
  return changeLeased(db, lease, { runAt, lockedUntil: null, lastError: error });
}

export async function markFailed(db: Database, lease: Lease, now: Date, error: string): Promise<boolean> {
  return changeLeased(db, lease, { failedAt: now, lockedUntil: null, lastError: error });
}

async function changeLeased(
  db: Database,
  lease: Lease,
  data: Prisma.JobUpdateManyMutationInput,
): Promise<boolean> {
  const where = { id: lease.id, attempts: lease.attempts, doneAt: null, failedAt: null };
  return (await db.job.updateMany({ where, data })).count === 1;
}

export interface JobCounts {
  kind: string;
  due: number;
  setAside: number;
  /** Since when the oldest due one could have been worked; null without any. */
  dueSince: Date | null;
}

/** What of the queue could be worked now and is not, and what was set aside, by kind. */
export function countJobs(db: Database, now: Date): Promise<JobCounts[]> {
  const due = Prisma.sql`"failed_at" IS NULL AND "run_at" <= ${now} AND ("locked_until" IS NULL OR "locked_until" < ${NOW})`;
  return db.$queryRaw<JobCounts[]>(Prisma.sql`
    SELECT "kind", count(*) FILTER (WHERE ${due})::int AS "due",
      count(*) FILTER (WHERE "failed_at" IS NOT NULL)::int AS "setAside",
      min("run_at") FILTER (WHERE ${due}) AS "dueSince"
    FROM "Jobs" WHERE "done_at" IS NULL GROUP BY "kind"`);
}

export interface VersionJobRow {
  versionId: string;
  kind: string;
  running: boolean;
  runAt: Date;
}

/** The jobs of some versions that are neither done nor set aside, those that are due first. */
export function listVersionJobs(db: Database, versionIds: readonly string[]): Promise<VersionJobRow[]> {
  return db.$queryRaw<VersionJobRow[]>(Prisma.sql`
    SELECT "payload" ->> 'versionId' AS "versionId", "kind", "locked_until" IS NOT NULL AS "running", "run_at" AS "runAt"
    FROM "Jobs" WHERE "done_at" IS NULL AND "failed_at" IS NULL
      AND "payload" ->> 'versionId' = ANY(${versionIds}::text[])
    ORDER BY "run_at"`);
}
