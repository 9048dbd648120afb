import { DAY_MS, systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { enqueue } from "@/lib/jobs/queue";
import { listVersionsToRecheck } from "@/lib/running/examples/replay-repository";

const RECHECK_AFTER_MS = DAY_MS;
/** So that replays never hold up the other jobs: the rest follows in the next period. */
const MOST_AT_ONCE = 20;

/**
 * Queues a replay of the examples of listed versions that were last replayed a day ago or earlier: what drifted since
 * (a dependency, a service, the calendar) shows. Returns how many.
 */
export async function recheckExamples(clock: Clock = systemClock): Promise<number> {
  const checkedBefore = new Date(clock.now().getTime() - RECHECK_AFTER_MS);
  const versions = await listVersionsToRecheck(database(), { checkedBefore, limit: MOST_AT_ONCE });
  for (const versionId of versions) {
    await enqueue(database(), {
      kind: "replay_examples",
      payload: { versionId },
      dedupeKey: `replay:${versionId}`,
    });
  }
  return versions.length;
}
