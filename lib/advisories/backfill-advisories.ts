import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { listCausesWithout, type CauseRow } from "@/lib/advisories/repository";
import { writeAdvisory, type MarketAdvisory } from "@/lib/advisories/write-advisory";

const MOST_AT_ONCE = 200;

/**
 * Gives what happened before there were advisories its advisory: quarantines in force, upheld challenges, revoked seals
 * and withdrawn versions, oldest first. Each says when its cause happened, and is dated when it was written. Versions
 * withdrawn for one of the reasons `without` get none. Doing it again adds nothing. Returns how many causes it went
 * through; more than a page is left to the next time.
 */
export async function backfillAdvisories(
  { without }: { without: readonly string[] },
  clock: Clock = systemClock,
): Promise<number> {
  const causes = await listCausesWithout(database(), { without, limit: MOST_AT_ONCE });
  for (const cause of causes) await inTransaction((db) => writeAdvisory(db, toAdvisory(cause), clock.now()));
  return causes.length;
}

function toAdvisory({ kind, causeId, skillId, versionId, reason, happenedAt }: CauseRow): MarketAdvisory {
  const about =
    versionId === null
      ? { skillId }
      : { versionIds: [versionId], ...(kind === "seal-revoked" ? { withPatches: true } : {}) };
  return { kind, causeId, about, reason, happenedAt };
}
