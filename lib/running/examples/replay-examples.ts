import { systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { findObstacle, notRun, replayExample } from "@/lib/running/examples/replay-example";
import {
  findVersionToReplay,
  replaceReplays,
  type ExampleToReplay,
  type Replay,
} from "@/lib/running/examples/replay-repository";
import { findRunnableById, type RunnableVersion } from "@/lib/running/runnable-repository";

/** For all examples of a version together, so that one version cannot keep a worker busy for an hour. */
const REPLAY_BUDGET_MS = 120_000;

/**
 * Runs the declared examples of a version in the sandbox and records which of them give what they declare: `proven`,
 * `drifted`, `failing` (see `judgeReplay`), or `not_run`. Skills whose calls are not idempotent are never replayed
 * (R-000-50). Throws when something on our side was in the way (RUNNER_UNAVAILABLE, RUNNER_BUSY,
 * INTERNAL); then nothing is recorded, so that the job can be tried again.
 */
export async function replayExamples(
  versionId: string,
  { budgetMs = REPLAY_BUDGET_MS }: { budgetMs?: number } = {},
): Promise<void> {
  const [found, version] = await Promise.all([
    findVersionToReplay(database(), versionId),
    findRunnableById(versionId),
  ]);
  if (!found || !version || found.examples.length === 0) return;
  const obstacle = findObstacle(version, found.idempotent);
  const results =
    obstacle === null
      ? await replayEach(version, found.examples, budgetMs)
      : found.examples.map(() => notRun(obstacle));
  const replayedAt = systemClock.now();
  await inTransaction((db) => replaceReplays(db, versionId, { results, replayedAt }));
}

async function replayEach(
  version: RunnableVersion,
  examples: readonly ExampleToReplay[],
  budgetMs: number,
): Promise<Replay[]> {
  const deadlineMs = performance.now() + budgetMs;
  const results: Replay[] = [];
  for (const example of examples) {
    const leftMs = Math.floor(deadlineMs - performance.now());
    results.push((await replayExample(version, example, leftMs)).replay);
  }
  return results;
}
