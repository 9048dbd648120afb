import { DAY_MS } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { RETENTION } from "@/lib/db/retention";
import { inTransaction } from "@/lib/db/transaction";
import { countCallsForGood } from "@/lib/registry/statistics/refresh-statistics";
import { deleteCountedRuns, listFreeRunsBefore } from "@/lib/running/runs/runs-repository";

const KEEP_MS = RETENTION.Runs.kept.by.forgetFreeRuns.days * DAY_MS;
const MOST_AT_ONCE = 2_000;

/**
 * Forgets free runs of more than 200 days ago, with what was put in and what came out, up to `limit` at a time. They
 * are counted for good before, so that the totals stay; one that cannot be counted at this moment goes the next time.
 * Paid ones stay: they are what was bought. Returns how many were forgotten.
 */
export async function forgetFreeRuns(now: Date, limit = MOST_AT_ONCE): Promise<number> {
  const runs = await listFreeRunsBefore(database(), new Date(now.getTime() - KEEP_MS), limit);
  if (runs.length === 0) return 0;
  await countCallsForGood([...new Set(runs.map(({ versionId }) => versionId))], now);
  return inTransaction((tx) =>
    deleteCountedRuns(
      tx,
      runs.map(({ id }) => id),
    ),
  );
}
