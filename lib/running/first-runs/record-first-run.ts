import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { refreshListing } from "@/lib/registry/listing/refresh-listing";
import { lockSkillOfVersion } from "@/lib/registry/versions/lock-skill-of-version";
import { findCallFacts, setFirstRun } from "@/lib/running/first-runs/repository";
import { decideCallable } from "@/lib/running/run-facts";

/**
 * Records that a version has given a valid answer in the sandbox, and lists its skill anew: a price is in force from
 * then on. Only the first time counts. `within` is the transaction of whatever has seen it.
 */
export async function recordFirstRun(
  versionId: string,
  { clock = systemClock, within }: { clock?: Clock; within?: Database } = {},
): Promise<void> {
  const now = clock.now();
  if (within) await record(within, versionId, now);
  else await inTransaction((db) => record(db, versionId, now));
}

async function record(db: Database, versionId: string, now: Date): Promise<void> {
  const skillId = await lockSkillOfVersion(db, versionId, now);
  const facts = skillId === null ? null : await findCallFacts(db, versionId);
  if (skillId === null || facts === null || facts.ranAt !== null) return;
  await setFirstRun(db, versionId, { ranAt: now, ...decideCallable({ ...facts, ranAt: now }) });
  await refreshListing(db, skillId, now);
}
