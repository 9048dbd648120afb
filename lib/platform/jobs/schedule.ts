import type { Database } from "@/lib/db/client";
import type { Schedule } from "@/lib/platform/jobs/kinds";
import { armSchedule, SCHEDULE_ID_PREFIX, type LeasedJob } from "@/lib/platform/jobs/repository";

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
export function nextPeriod({ id, payload }: LeasedJob, now: Date): Date | null {
  if (!id.startsWith(SCHEDULE_ID_PREFIX)) return null;
  const { everyMs } = payload as { everyMs: number };
  return new Date((Math.floor(now.getTime() / everyMs) + 1) * everyMs);
}
