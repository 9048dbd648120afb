import { database } from "@/lib/db/client";
import type { Clock } from "@/lib/clock";
import { freeGrantsHeldSince } from "@/lib/settlement/grant-repository";

/**
 * Frees the grants of runs that began more than `olderThanMs` ago and never ended, because their process died. It must be
 * longer than any run may take. Returns how many were freed.
 */
export function releaseStaleGrants({
  olderThanMs,
  clock,
}: {
  olderThanMs: number;
  clock: Clock;
}): Promise<number> {
  return freeGrantsHeldSince(database(), new Date(clock.now().getTime() - olderThanMs));
}
