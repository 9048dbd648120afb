import { database, type Database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { refreshListing } from "@/lib/search/listing/refresh-listing";
import { lockSkillOfVersion } from "@/lib/registry/versions/find-version";
import { waitsForFirstRun } from "@/lib/running/calls/load-runnable";
import {
  findFirstRun,
  type LastRun,
  findCallFacts,
  setFirstRun,
} from "@/lib/running/calls/runnable-repository";
import { decideCallable } from "@/lib/running/run-facts";

/** A version that waits for its first run, as its publisher sees it. */
export interface FirstRun {
  /** What it is to cost then. */
  declaredLamports: string;
  /** Input of its first example; null where it declares none. */
  input: unknown;
  /** What the account ran of it last, and it gave no valid answer; null where it ran nothing. */
  last: LastRun | null;
}

/** Null for a version whose calls are made, or are not made for another reason. */
export async function findWaitingFirstRun(versionId: string, accountId: string): Promise<FirstRun | null> {
  const found = await findFirstRun(database(), { versionId, accountId });
  if (found === null || !waitsForFirstRun(found)) return null;
  const { declaredLamports, input, last } = found;
  return { declaredLamports, input, last };
}

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
