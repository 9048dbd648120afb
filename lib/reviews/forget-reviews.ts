import type { Database } from "@/lib/db/client";
import { deleteReviewsOf, lockRatingsOf } from "@/lib/reviews/repository";

/**
 * Deletes what an account wrote about skills; the ratings that lists show lose its stars in the same transaction, the caller's. A
 * rating nobody answers for any more would count for ever, and its author could give another from a new account.
 */
export async function forgetReviews(db: Database, accountId: string): Promise<void> {
  await lockRatingsOf(db, accountId);
  await deleteReviewsOf(db, accountId);
}
