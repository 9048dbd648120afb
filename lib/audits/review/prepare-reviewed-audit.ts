import { getReview } from "@/lib/audits/get-review";
import { prepareAudit, type AuditRequest, type PreparedAudit } from "@/lib/audits/prepare-audit";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";

/**
 * The statement a verifier would sign after a review: a seal only when nothing on the checklist is open; asking for
 * changes and challenging at any time. Throws REVIEW_INCOMPLETE with the open items, and what `prepareAudit` throws.
 */
export async function prepareReviewedAudit(
  request: AuditRequest,
  clock: Clock = systemClock,
): Promise<PreparedAudit> {
  if (request.verdict === "seal") {
    const { checklist, sealable } = await getReview(request.accountId, request.versionId, { clock });
    if (!sealable) {
      const open = checklist.filter(({ state }) => state === "open" || state === "bad");
      const items = open.map(({ item }) => item);
      throw new DomainError(
        "REVIEW_INCOMPLETE",
        `A seal cannot be signed while items of the checklist are open: ${items.join(", ")}.`,
        { details: { items } },
      );
    }
    const of = (byHand: boolean) =>
      checklist.filter((each) => each.byHand === byHand).map(({ item }) => item);
    return prepareAudit({ ...request, checklist: { verifier: of(true), market: of(false) } }, clock);
  }
  return prepareAudit(request, clock);
}
