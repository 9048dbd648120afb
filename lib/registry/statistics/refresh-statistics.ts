import { database } from "@/lib/db/client";
import { judgeCalls } from "@/lib/registry/statistics/judge-calls";
import {
  countEndedCalls,
  countEndedCallsOf,
  refreshCounts,
} from "@/lib/registry/statistics/statistics-repository";

/** So that a large market holds up no other job: the rest follows in the next period. */
const MOST_AT_ONCE = 500;

/**
 * Brings the seven-day numbers of all skills up to date; the worker does this every minute. Returns how
 * many changed.
 */
export async function refreshStatistics(now: Date): Promise<number> {
  await judgeCalls(now);
  await countEndedCalls(database(), now, MOST_AT_ONCE);
  return refreshCounts(database(), now);
}

/** Judges ended calls, then counts those of these versions' skills for good, so that runs of long ago can go and the totals stay. */
export async function countCallsForGood(versionIds: readonly string[], now: Date): Promise<void> {
  await judgeCalls(now);
  await countEndedCallsOf(database(), versionIds, now);
}
