import type { Database } from "@/lib/db/client";
import { skillQuarantined } from "@/lib/kernel/errors";
import {
  findReviewedSkill,
  type ReviewedSkill,
  addToRating,
  deleteReview,
  deleteReviewsOf,
  findReviewOf,
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
 * Deletes an account's review of one skill, if there is one, with its stars; the caller's transaction holds the skill.
 */
export async function deleteReviewOf(
  db: Database,
  { skillId, accountId }: { skillId: string; accountId: string },
): Promise<void> {
  const review = await findReviewOf(db, skillId, accountId);
  if (!review) return;
  await deleteReview(db, review.id);
  await addToRating(db, skillId, { stars: -review.rating, reviews: -1 });
}
