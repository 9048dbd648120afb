import { assertMayAudit } from "@/lib/audits/assert-may-audit";
import { CHECKLIST, isTickedByHand, type ChecklistItem } from "@/lib/audits/review/checklist";
import { queueComparison } from "@/lib/audits/review/queue-comparison";
import { deleteClaim, findBaseId, listComparisons, setMark, takeClaim } from "@/lib/audits/review/repository";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";

const RESERVATION_MS = 2 * 60 * 60_000;

interface ReviewOf {
  accountId: string;
  versionId: string;
}

/**
 * Reserves a version for two hours, so that two verifiers do not read the same one unknowingly; asking again extends
 * it. Throws REVIEW_RESERVED while another verifier has it, and what `assertMayAudit` throws.
 */
export async function reserveReview(
  { accountId, versionId }: ReviewOf,
  clock: Clock = systemClock,
): Promise<{ until: Date }> {
  const { verifier } = await assertMayAudit(accountId, versionId);
  const now = clock.now();
  const until = new Date(now.getTime() + RESERVATION_MS);
  const taken = await takeClaim(database(), { versionId, verifierId: verifier.id, now, expiresAt: until });
  if (!taken) throw new DomainError("REVIEW_RESERVED", "Another verifier has reserved this version.");
  await compareIfNew(versionId, now);
  return { until };
}

/** Examples are run on both versions for whoever now reads this one; once for each pair. */
async function compareIfNew(versionId: string, now: Date): Promise<void> {
  const baseId = await findBaseId(database(), versionId, now);
  if (baseId === null || (await listComparisons(database(), versionId, baseId)).length > 0) return;
  await queueComparison({ versionId, baseId });
}

/** Gives a reservation back; without one nothing changes. */
export async function releaseReview({ accountId, versionId }: ReviewOf): Promise<void> {
  const { verifier } = await assertMayAudit(accountId, versionId);
  await deleteClaim(database(), { versionId, verifierId: verifier.id });
}

/**
 * Ticks or unticks an item of the checklist by hand. Throws REQUEST_INVALID for an item there is not, and for one that
 * only the machine ticks.
 */
export async function markItem(
  { accountId, versionId, item, marked }: ReviewOf & { item: string; marked: boolean },
  clock: Clock = systemClock,
): Promise<void> {
  if (!CHECKLIST.includes(item as ChecklistItem))
    throw new DomainError("REQUEST_INVALID", `The checklist has no item "${item}".`);
  if (!isTickedByHand(item))
    throw new DomainError(
      "REQUEST_INVALID",
      "This item is checked automatically; it cannot be ticked by hand.",
    );
  const { verifier } = await assertMayAudit(accountId, versionId);
  await setMark(database(), { versionId, verifierId: verifier.id, item, markedAt: clock.now() }, marked);
}
