import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

export interface TakenJob {
  id: string;
  kind: string;
  payload: unknown;
  /** Which try this is, a lost one counted as several; with the id it names the lease, so a worker that lost it can change nothing. */
  attempts: number;
}

/** Of the one row that each schedule has. */
export const SCHEDULE_ID_PREFIX = "job_every_";

type Lease = Pick<TakenJob, "id" | "attempts">;

/** Adds a job; does nothing when its id or its dedupe key is there already. */
export async function insertJob(
  db: Database,
  job: { id: string; kind: string; payload: object; dedupeKey?: string; runAt: Date },
): Promise<void> {
  await db.job.createMany({ data: [job], skipDuplicates: true });
}

/**
 * Adds the row of a schedule, or brings it back when it was done or set aside, or waits for a time after `latest`, to which only a clock
 * that went ahead can have put it; one that waits or runs otherwise is left alone.
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

/** Tries that one counts for which its worker did not live through, unless it is of a schedule. */
const LOST_TRY = 10;

/**
 * Takes up to `limit` due jobs under a lease. `SKIP LOCKED` keeps two workers apart without making one wait;
 * the dedupe key is given up here, so that a change made while the job runs can ask for another run.
 */
export function takeJobs(
  db: Database,
  { kinds, limit, now, leaseUntil }: { kinds: string[]; limit: number; now: Date; leaseUntil: Date },
): Promise<TakenJob[]> {
  return db.$queryRaw<TakenJob[]>(Prisma.sql`
    UPDATE "Jobs" SET "locked_until" = ${leaseUntil}, "dedupe_key" = NULL,
      "attempts" = "attempts" + CASE WHEN "locked_until" IS NULL OR "id" LIKE ${`${SCHEDULE_ID_PREFIX}%`} THEN 1 ELSE ${LOST_TRY}::int END
    WHERE "id" IN (
      SELECT "id" FROM "Jobs"
      WHERE "done_at" IS NULL AND "failed_at" IS NULL AND "run_at" <= ${now}
        AND ("locked_until" IS NULL OR "locked_until" < ${now}) AND "kind" = ANY(${kinds}::text[])
      ORDER BY "run_at" LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING "id", "kind", "payload", "attempts"`);
}

/** True when the lease was still held and now lasts until `leaseUntil`. */
export async function extendLease(db: Database, lease: Lease, leaseUntil: Date): Promise<boolean> {
  return changeLeased(db, lease, { lockedUntil: leaseUntil });
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

export async function deleteDoneBefore(db: Database, before: Date): Promise<number> {
  return (await db.job.deleteMany({ where: { doneAt: { lt: before } } })).count;
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
  const due = Prisma.sql`"failed_at" IS NULL AND "run_at" <= ${now} AND ("locked_until" IS NULL OR "locked_until" < ${now})`;
  return db.$queryRaw<JobCounts[]>(Prisma.sql`
    SELECT "kind", count(*) FILTER (WHERE ${due})::int AS "due",
      count(*) FILTER (WHERE "failed_at" IS NOT NULL)::int AS "setAside",
      min("run_at") FILTER (WHERE ${due}) AS "dueSince"
    FROM "Jobs" WHERE "done_at" IS NULL GROUP BY "kind"`);
}
