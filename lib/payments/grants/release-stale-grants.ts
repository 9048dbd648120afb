import { database } from "@/lib/db/client";
import { freeStaleGrants } from "@/lib/payments/grants/grant-repository";

/**
 * Frees the grants of runs that have not ended and have not been heard of for `olderThanMs` (`holdGrant`), because
 * their process died. The time is the database's. Returns how many were freed.
 */
export function releaseStaleGrants({ olderThanMs }: { olderThanMs: number }): Promise<number> {
  return freeStaleGrants(database(), olderThanMs);
}
