import { assertMayAudit } from "@/lib/audits/assert-may-audit";
import { CHECKLIST, isTickedByHand, type ChecklistItem } from "@/lib/audits/review/checklist";
import { seenKey, seenMark } from "@/lib/audits/review/covered-files";
import { findCover } from "@/lib/audits/review/find-cover";
import { queueComparison } from "@/lib/audits/review/queue-comparison";
import { findDuty } from "@/lib/audits/queue/find-duty";
import { deleteClaim, listComparisons, setMarks, takeClaim } from "@/lib/audits/review/repository";
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
  const baseId = (await findDuty(database(), versionId, now)).base?.versionId;
  if (baseId === undefined || (await listComparisons(database(), versionId, baseId)).length > 0) return;
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
  if (item === "files_read")
    throw new DomainError("REQUEST_INVALID", "Mark each file as seen; this item follows from that.");
  if (!isTickedByHand(item))
    throw new DomainError(
      "REQUEST_INVALID",
      "This item is checked automatically; it cannot be ticked by hand.",
    );
  const { verifier } = await assertMayAudit(accountId, versionId);
  const mark = { versionId, verifierId: verifier.id, items: [item], markedAt: clock.now() };
  await setMarks(database(), mark, marked);
}

/**
 * Marks files as seen, or takes that back, by the keys that the review gives them. Throws REQUEST_INVALID for a key of
 * no file that a seal would cover now, and for none at all.
 */
export async function markFiles(
  { accountId, versionId, keys, seen }: ReviewOf & { keys: readonly string[]; seen: boolean },
  clock: Clock = systemClock,
): Promise<void> {
  const { verifier } = await assertMayAudit(accountId, versionId);
  const now = clock.now();
  const { covered } = await findCover(database(), versionId, now);
  const known = new Set(covered.map(seenKey));
  if (keys.length === 0 || !keys.every((key) => known.has(key)))
    throw new DomainError("REQUEST_INVALID", "A seal of this version would cover no such file.");
  const items = [...new Set(keys)].map(seenMark);
  await setMarks(database(), { versionId, verifierId: verifier.id, items, markedAt: now }, seen);
}
