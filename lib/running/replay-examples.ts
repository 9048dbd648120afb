import { systemClock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { DomainError } from "@/lib/errors";
import { judgeReplay } from "@/lib/running/judge-replay";
import { executeCall } from "@/lib/running/execute-call";
import type { JsonObject } from "@/lib/running/json-text";
import {
  findVersionToReplay,
  replaceReplays,
  type ExampleToReplay,
  type Replay,
} from "@/lib/running/replay-repository";
import { findRunnableById, type RunnableVersion } from "@/lib/running/runnable-repository";

/** For all examples of a version together, so that one version cannot keep a worker busy for an hour. */
const REPLAY_BUDGET_MS = 120_000;

/**
 * Runs the declared examples of a version in the sandbox and records which of them give what they declare: `proven`,
 * `drifted`, `failing` (see `judgeReplay`), or `not_run`. Skills whose calls are not idempotent are never replayed
 * (R-000-50). Throws when something on our side was in the way (RUNNER_UNAVAILABLE, RUNNER_BUSY,
 * INTERNAL) or `signal` aborts; then nothing is recorded, so that the job can be tried again.
 */
export async function replayExamples(
  versionId: string,
  { signal, budgetMs = REPLAY_BUDGET_MS }: { signal?: AbortSignal; budgetMs?: number } = {},
): Promise<void> {
  const [found, version] = await Promise.all([
    findVersionToReplay(database(), versionId),
    findRunnableById(database(), versionId),
  ]);
  if (!found || !version || found.examples.length === 0) return;
  const obstacle = findObstacle(version, found.idempotent);
  const results =
    obstacle === null
      ? await replayEach(version, found.examples, { signal, budgetMs })
      : found.examples.map(() => notRun(obstacle));
  const replayedAt = systemClock.now();
  await inTransaction((db) => replaceReplays(db, versionId, { results, replayedAt }));
}

function findObstacle({ runnable }: RunnableVersion, idempotent: boolean): string | null {
  if (!idempotent) return "A repeated call may have further effects.";
  return runnable ? null : "The market cannot run this skill.";
}

async function replayEach(
  version: RunnableVersion,
  examples: readonly ExampleToReplay[],
  { signal, budgetMs }: { signal: AbortSignal | undefined; budgetMs: number },
): Promise<Replay[]> {
  const deadlineMs = performance.now() + budgetMs;
  const results: Replay[] = [];
  for (const example of examples) {
    const leftMs = Math.floor(deadlineMs - performance.now());
    results.push(leftMs > 0 ? await replay(version, example, { signal, leftMs }) : notRun(OUT_OF_TIME));
  }
  return results;
}

async function replay(
  version: RunnableVersion,
  example: ExampleToReplay,
  { signal, leftMs }: { signal: AbortSignal | undefined; leftMs: number },
): Promise<Replay> {
  const timeoutMs = Math.min(version.timeoutMs, leftMs);
  const end = await executeCall({ ...version, timeoutMs }, example.input as JsonObject, { signal });
  if (end.fault === "caller") throw new DomainError("RUNNER_UNAVAILABLE", "The replay was stopped.");
  if (end.fault === "platform") throw new DomainError("INTERNAL", end.failure ?? "The replay failed.");
  // The skill is not to blame for time it was not given.
  const cutShort = end.runnerFacts?.["killedBy"] === "timeout" && timeoutMs < version.timeoutMs;
  return cutShort ? notRun(OUT_OF_TIME) : judgeReplay(example, end);
}

const OUT_OF_TIME = "The time for replaying the examples of one version was used up.";

const notRun = (detail: string): Replay => ({ state: "not_run", matchRule: "exact", wallMs: null, detail });
