import { database } from "@/lib/db/client";
import { RETENTION } from "@/lib/db/retention";
import { inTransaction } from "@/lib/db/transaction";
import { DAY_MS, type Clock } from "@/lib/kernel/clock";
import { deleteQuotedInputs } from "@/lib/payments/quotes/get-quote";
import { countCallsForGood } from "@/lib/registry/statistics/refresh-statistics";
import {
  emptyPaidRuns,
  deleteCountedRuns,
  listFreeRunsBefore,
  failRunsWithoutHold,
} from "@/lib/running/runs/runs-repository";

const PAID_RUNS_MS = RETENTION.Runs.kept.by.purgePaidRuns.days * DAY_MS;
const MOST_AT_ONCE = 2_000;

/**
 * Empties paid runs of more than 35 days ago, up to `limit` at a time: what was put in and what came out is their
 * payer's business, and is not kept for ever. The runs stay with their digests, so receipts verify and a call is not
 * made twice. The input of a quote goes once all its calls were made; as long as one can be made it stays. Returns how
 * many runs were emptied.
 */
export async function purgePaidRuns(now: Date, limit = MOST_AT_ONCE): Promise<number> {
  const before = new Date(now.getTime() - PAID_RUNS_MS);
  return inTransaction(async (tx) => {
    const grantIds = await emptyPaidRuns(tx, { before, now, limit });
    await deleteQuotedInputs(tx, { grantIds, before, limit });
    return grantIds.length;
  });
}

const FREE_RUNS_MS = RETENTION.Runs.kept.by.purgeFreeRuns.days * DAY_MS;

/**
 * Deletes free runs of more than 200 days ago, with what was put in and what came out, up to `limit` at a time. They
 * are counted for good before, so that the totals stay; one that cannot be counted at this moment goes the next time.
 * Paid ones stay: they are what was bought. Returns how many were deleted.
 */
export async function purgeFreeRuns(now: Date, limit = MOST_AT_ONCE): Promise<number> {
  const runs = await listFreeRunsBefore(database(), new Date(now.getTime() - FREE_RUNS_MS), limit);
  if (runs.length === 0) return 0;
  await countCallsForGood([...new Set(runs.map(({ versionId }) => versionId))], now);
  return inTransaction((tx) =>
    deleteCountedRuns(
      tx,
      runs.map(({ id }) => id),
    ),
  );
}

/**
 * Ends the runs that began more than `olderThanMs` ago, have no end, and have lost their grant (`releaseStaleGrants`),
 * because their process died: FAILED, by the platform's fault. A run that was only slow cannot deliver any more either.
 * Returns how many were ended.
 */
export function closeStaleRuns({
  olderThanMs,
  clock,
}: {
  olderThanMs: number;
  clock: Clock;
}): Promise<number> {
  const now = clock.now();
  return failRunsWithoutHold(database(), new Date(now.getTime() - olderThanMs), {
    failure: "The server stopped while the skill ran. A paid call can be sent again without paying.",
    finishedAt: now,
  });
}
