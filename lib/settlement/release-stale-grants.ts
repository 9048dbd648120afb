import { database } from "@/lib/db/client";
import type { Clock } from "@/lib/clock";
import { freeGrantsHeldSince } from "@/lib/settlement/grant-repository";

/**
 * Frees the grants of runs that have not ended and have not been heard of for `olderThanMs` (`holdGrant`), because their process died.
 * Returns how many were freed.
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
