import { database } from "@/lib/db/client";
import { refreshCounts } from "@/lib/registry/statistics-repository";

/** Brings the seven-day numbers of all skills up to date; the worker does this every minute. Returns how many changed. */
export function refreshStatistics(now: Date): Promise<number> {
  return refreshCounts(database(), now);
}
