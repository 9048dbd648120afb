import { DomainError } from "@/lib/kernel/errors";
import type { ReviewedSkill } from "@/lib/reviews/repository";

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
