import { listClaimsOfAccount } from "@/lib/audits/review/repository";
import { database } from "@/lib/db/client";
import { findVersionJobs, type JobProgress } from "@/lib/jobs/find-version-jobs";
import { systemClock, type Clock } from "@/lib/kernel/clock";

/** A version that a verifier has reserved. */
export interface ReservedReview {
  versionId: string;
  slug: string;
  version: string;
  until: Date;
  /** How far the run of its examples on both versions is; null when it is over, or was never asked for. */
  comparing: JobProgress | null;
}

/** What an account has reserved to review and not given back, the one that ends first at the head. */
export async function listReservedReviews(
  accountId: string,
  clock: Clock = systemClock,
): Promise<ReservedReview[]> {
  const claims = await listClaimsOfAccount(database(), accountId, clock.now());
  const progress = await findVersionJobs(
    claims.map(({ versionId }) => versionId),
    clock,
  );
  return claims.map((claim) => ({ ...claim, comparing: progress("compare_replays", claim.versionId) }));
}
