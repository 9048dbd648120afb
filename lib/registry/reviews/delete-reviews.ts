import type { Database } from "@/lib/db/client";
import { skillQuarantined } from "@/lib/kernel/errors";
import {
  findReviewedSkill,
  type ReviewedSkill,
  addToRating,
  deleteReview,
  deleteReviewsOf,
  findReviewOf,
  listReviewsBy,
  lockRating,
  lockRatingsOf,
} from "@/lib/registry/reviews/repository";
import { notPublished } from "@/lib/registry/versions/find-version";

/** The skill a review is about. Throws SKILL_NOT_FOUND and SKILL_QUARANTINED. */
export async function getReviewedSkill(db: Database, slugOrId: string): Promise<ReviewedSkill> {
  const skill = await findReviewedSkill(db, slugOrId);
  if (skill?.quarantineReason) throw skillQuarantined(skill.slug, skill.quarantineReason);
  if (skill?.latestVersionId) return skill;
  throw notPublished(slugOrId);
}

/**
 * Deletes what an account wrote about skills; the ratings that lists show lose its stars in the same transaction,
 * the caller's. A rating nobody answers for any more would count for ever, and its author could give another from a
 * new account.
 */
export async function deleteReviews(db: Database, accountId: string): Promise<void> {
  await lockRatingsOf(db, accountId);
  await deleteReviewsOf(db, accountId);
}

/**
 * Deletes the reviews that some accounts have written of one skill, or of any skill of an owner, with their stars, in
 * the caller's transaction: nobody rates what has become their own.
 */
export async function deleteOwnReviews(
  db: Database,
  own: { accountIds: readonly string[]; of: { id: string } | { ownerId: string } },
): Promise<void> {
  for (const { skillId, accountId } of await listReviewsBy(db, own)) {
    await lockRating(db, skillId);
    const review = await findReviewOf(db, skillId, accountId);
    if (!review) continue;
    await deleteReview(db, review.id);
    await addToRating(db, skillId, { stars: -review.rating, reviews: -1 });
  }
}
