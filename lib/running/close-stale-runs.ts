import type { Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { failRunsStartedBefore } from "@/lib/running/runs-repository";

/**
 * Ends the runs that began more than `olderThanMs` ago and have no end, because their process died: FAILED, by the
 * platform's fault. It must be longer than any run may take, its wait for a place included. A run that was only slow
 * cannot deliver after this; its grant is free again (`releaseStaleGrants` frees those of dead processes). Returns how
 * many were ended.
 */
export function closeStaleRuns({
  olderThanMs,
  clock,
}: {
  olderThanMs: number;
  clock: Clock;
}): Promise<number> {
  const now = clock.now();
  return failRunsStartedBefore(database(), new Date(now.getTime() - olderThanMs), {
    failure: "The server stopped while the skill ran. A paid call can be sent again without paying.",
    finishedAt: now,
  });
}
