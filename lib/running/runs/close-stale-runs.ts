import type { Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { failRunsWithoutHold } from "@/lib/running/runs/runs-repository";

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
