import { systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import {
  didNotRun,
  findObstacle,
  replayExample,
  type ReplayedExample,
} from "@/lib/running/examples/replay-example";
import {
  findVersionToReplay,
  replaceReplays,
  type ExampleToReplay,
} from "@/lib/running/examples/replay-repository";
import { recordFirstRun } from "@/lib/running/first-runs/record-first-run";
import { findRunnableById, type RunnableVersion } from "@/lib/running/runnable-repository";

/** For all examples of a version together, so that one version cannot keep a worker busy for an hour. */
const REPLAY_BUDGET_MS = 120_000;

/**
 * Runs the declared examples of a version in the sandbox and records which of them give what they declare: `proven`,
 * `drifted`, `failing` (see `judgeReplay`), or `not_run`. Skills whose calls are not idempotent are never replayed
 * (Exo §2). The first time that one is proven by an answer, the version has run: a price is in force. Throws when
 * something on our side was in the way (RUNNER_UNAVAILABLE, RUNNER_BUSY, INTERNAL); then nothing is recorded, so that
 * the job can be tried again.
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
  const obstacle = findObstacle(version, found.sandboxReplay);
  const results =
    obstacle === null
      ? await replayEach(version, found.examples, budgetMs)
      : found.examples.map(() => didNotRun(obstacle));
  const replayedAt = systemClock.now();
  await inTransaction(async (db) => {
    // First, as it holds the skill: whoever changes both holds that before.
    if (version.ranAt === null && results.some(({ ran }) => ran))
      await recordFirstRun(versionId, { within: db });
    await replaceReplays(db, versionId, { results: results.map(({ replay }) => replay), replayedAt });
  });
}

async function replayEach(
  version: RunnableVersion,
  examples: readonly ExampleToReplay[],
  budgetMs: number,
): Promise<ReplayedExample[]> {
  const deadlineMs = performance.now() + budgetMs;
  const results: ReplayedExample[] = [];
  for (const example of examples) {
    const leftMs = Math.floor(deadlineMs - performance.now());
    results.push(await replayExample(version, example, leftMs));
  }
  return results;
}
