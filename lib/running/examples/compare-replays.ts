import { systemClock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { compareOutputs } from "@/lib/running/examples/compare-outputs";
import {
  findObstacle,
  didNotRun,
  replayExample,
  type ReplayedExample,
} from "@/lib/running/examples/replay-example";
import {
  findVersionToReplay,
  replaceComparisons,
  type ExampleToReplay,
  type ReplayComparison,
} from "@/lib/running/examples/replay-repository";
import { findRunnableById, type RunnableVersion } from "@/lib/running/runnable-repository";
import { toStorableText } from "@/lib/running/contract/storable-text";

/** For all examples on both versions together. */
const COMPARISON_BUDGET_MS = 240_000;
const MAX_SHOWN_CHARACTERS = 2_000;

/**
 * Runs the declared examples of a version on an earlier version and on itself, and keeps both answers for whoever
 * reviews it. A version whose calls are not idempotent is not run (Exo §2); the other one still is. Throws like
 * `replayExamples`, and then records nothing.
 */
export async function compareReplays({
  versionId,
  baseId,
}: {
  versionId: string;
  baseId: string;
}): Promise<void> {
  const [before, after] = await Promise.all([loadSide(baseId), loadSide(versionId)]);
  if (!before || !after || after.examples.length === 0) return;
  const deadlineMs = performance.now() + COMPARISON_BUDGET_MS;
  const leftMs = () => Math.floor(deadlineMs - performance.now());
  const comparisons: ReplayComparison[] = [];
  for (const example of after.examples) {
    const old = await runSide(before, example, leftMs());
    const next = await runSide(after, example, leftMs());
    comparisons.push(compare(old, next));
  }
  const replayedAt = systemClock.now();
  await inTransaction((db) => replaceComparisons(db, { versionId, baseId }, { comparisons, replayedAt }));
}

interface Side {
  version: RunnableVersion;
  examples: ExampleToReplay[];
  obstacle: string | null;
}

async function loadSide(versionId: string): Promise<Side | null> {
  const [found, version] = await Promise.all([
    findVersionToReplay(database(), versionId),
    findRunnableById(versionId),
  ]);
  if (!found || !version) return null;
  return { version, examples: found.examples, obstacle: findObstacle(version, found.sandboxReplay) };
}

async function runSide(
  { version, obstacle }: Side,
  example: ExampleToReplay,
  leftMs: number,
): Promise<ReplayedExample> {
  return obstacle === null ? replayExample(version, example, leftMs) : didNotRun(obstacle);
}

function compare(before: ReplayedExample, after: ReplayedExample): ReplayComparison {
  const both = before.output !== undefined && after.output !== undefined;
  return {
    beforeState: before.replay.state,
    afterState: after.replay.state,
    beforeMs: before.replay.wallMs,
    afterMs: after.replay.wallMs,
    outputs: both ? compareOutputs(before.output, after.output) : null,
    beforeText: textOf(before),
    afterText: textOf(after),
  };
}

/** The answer as JSON, or why there is none. */
function textOf({ output, replay }: ReplayedExample): string | null {
  const text = output === undefined ? replay.detail : JSON.stringify(output, null, 2);
  return text === null ? null : toStorableText(text.slice(0, MAX_SHOWN_CHARACTERS));
}
