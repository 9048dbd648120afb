import { systemClock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/kernel/errors";
import { shareLockAccount } from "@/lib/identity/accounts/accounts";
import { newId } from "@/lib/kernel/ids";
import { readText } from "@/lib/kernel/read-reason";
import { recordEvent } from "@/lib/log/events/events";
import { getReviewedSkill } from "@/lib/registry/reviews/delete-reviews";
import {
  addToRating,
  findReviewOf,
  hasPublisherWallet,
  insertReview,
  lockRating,
  updateReview,
  type ReviewedSkill,
  type ReviewText,
} from "@/lib/registry/reviews/repository";

export const MIN_STARS = 1;
export const MAX_STARS = 5;
export const MAX_REVIEW_CHARACTERS = 2000;

export interface ReviewRequest {
  actor: { accountId: string };
  /** Slug or id. */
  skill: string;
  /** Whole stars, 1 to 5. */
  rating: number;
  text?: string | null | undefined;
  writtenBy?: "person" | "agent";
}

export interface WrittenReview {
  action: "created" | "updated";
  reviewId: string;
}

/**
 * Writes the account's review of a skill, or writes it anew: there is one for each account. The rating that lists show
 * changes in the same transaction. Throws SKILL_NOT_FOUND, SKILL_QUARANTINED, REVIEW_NOT_ALLOWED_ON_DRAFT (USK, draft
 * upload), REVIEW_NOT_ALLOWED for a skill that is or was one's own, or that one maintains or maintained, or whose
 * publisher has funded a wallet of the account, AUTH_FAILED for an account closed meanwhile, and REQUEST_INVALID.
 */
export async function writeReview(request: ReviewRequest): Promise<WrittenReview> {
  const review = readReview(request, systemClock.now());
  return inTransaction(async (tx) => {
    const { id } = await getReviewedSkill(tx, request.skill);
    await shareLockAccount(tx, request.actor.accountId);
    await lockRating(tx, id);
    const skill = await getReviewedSkill(tx, id); // whose skill it is may have changed until it was held
    const { accountId } = request.actor;
    const hasWallet = await hasPublisherWallet(tx, { skillId: id, accountId });
    assertMayReview(skill, { accountId, hasPublisherWallet: hasWallet });
    return store(tx, skill, request.actor.accountId, review);
  });
}

function readReview({ rating, text, writtenBy = "person" }: ReviewRequest, updatedAt: Date): ReviewText {
  if (!Number.isInteger(rating) || rating < MIN_STARS || rating > MAX_STARS) {
    throw new DomainError("REQUEST_INVALID", `A rating is ${MIN_STARS} to ${MAX_STARS} whole stars.`, {
      details: { errors: [{ pointer: "#/rating", detail: `${MIN_STARS} to ${MAX_STARS}, whole` }] },
    });
  }
  const written = text?.trim() ?? "";
  const limits = { name: "text", maxCharacters: MAX_REVIEW_CHARACTERS };
  return { rating, text: written === "" ? null : readText(written, limits), writtenBy, updatedAt };
}

async function store(
  db: Database,
  { id: skillId, slug }: ReviewedSkill,
  accountId: string,
  review: ReviewText,
): Promise<WrittenReview> {
  const earlier = await findReviewOf(db, skillId, accountId);
  const reviewId = earlier?.id ?? newId("rev", review.updatedAt.getTime());
  if (earlier) await updateReview(db, reviewId, review);
  else await insertReview(db, { id: reviewId, skillId, accountId, ...review });
  await addToRating(db, skillId, {
    stars: review.rating - (earlier?.rating ?? 0),
    reviews: earlier ? 0 : 1,
  });
  const data = { slug, reviewId, rating: review.rating };
  await recordEvent(db, { kind: "review:written", skillId, data }, review.updatedAt, accountId);
  return { action: earlier ? "updated" : "created", reviewId };
}

/**
 * Throws REVIEW_NOT_ALLOWED_ON_DRAFT for a draft, and REVIEW_NOT_ALLOWED to who answers or answered for a
 * skill, or has a wallet of its publisher's (`hasPublisherWallet`).
 */
export function assertMayReview(
  skill: Pick<ReviewedSkill, "slug" | "ownerId" | "transfers" | "everMaintainers" | "claimStatus">,
  reviewer: { accountId: string; hasPublisherWallet: boolean },
): void {
  const { slug, ownerId, transfers, everMaintainers, claimStatus } = skill;
  if (claimStatus === "draft" || claimStatus === "expired") {
    throw new DomainError(
      "REVIEW_NOT_ALLOWED_ON_DRAFT",
      `"${slug}" is a draft that nobody answers for yet. Review it when its owner has claimed it.`,
    );
  }
  const own = [ownerId, ...transfers.map(({ fromId }) => fromId), ...everMaintainers];
  if (own.includes(reviewer.accountId)) {
    throw new DomainError("REVIEW_NOT_ALLOWED", `"${slug}" is, or was, your own skill. Others review it.`);
  }
  if (reviewer.hasPublisherWallet) {
    throw new DomainError(
      "REVIEW_NOT_ALLOWED",
      `A wallet of your account is one that "${slug}" pays, or got its first money from its publisher. Others review it.`,
    );
  }
}
