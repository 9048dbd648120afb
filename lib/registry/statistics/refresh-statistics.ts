import { DAY_MS } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { recountWords } from "@/lib/registry/search-words/word-frequencies-repository";
import {
  countEndedCalls,
  countEndedCallsOf,
  deleteDownloadsBefore,
  refreshCounts,
} from "@/lib/registry/statistics/statistics-repository";

/** So that a market that grew before this was counted holds up no other job: the rest follows in the next period. */
const MOST_AT_ONCE = 500;
/** A dashboard looks back 90 days and the 90 before; some more, as days are those of UTC. */
export const KEEP_USE_DAYS = 200;
const KEEP_DOWNLOADS_MS = KEEP_USE_DAYS * DAY_MS;
const MOST_FORGOTTEN = 20_000;

/**
 * Brings the seven-day numbers of all skills up to date, and how many have each common word; the worker does this every minute. Returns how many changed.
 */
export async function refreshStatistics(now: Date): Promise<number> {
  await countEndedCalls(database(), now, MOST_AT_ONCE);
  await recountWords(database());
  return refreshCounts(database(), now);
}

/** Counts the ended calls of these versions' skills for good, so that runs of long ago can go and the totals stay. */
export async function countCallsForGood(versionIds: readonly string[], now: Date): Promise<void> {
  await countEndedCallsOf(database(), versionIds, now);
}

/**
 * Forgets who downloaded what more than 200 days ago, some at a time; the totals stay. Returns how many were forgotten.
 */
export function forgetDownloads(now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEEP_DOWNLOADS_MS);
  return deleteDownloadsBefore(database(), before, MOST_FORGOTTEN);
}
