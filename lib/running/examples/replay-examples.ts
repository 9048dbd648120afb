import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { enqueue } from "@/lib/platform/jobs/queue";
import { systemClock, DAY_MS, type Clock } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { executeCall } from "@/lib/running/calls/execute-call";
import { recordFirstRun } from "@/lib/running/calls/first-run";
import { waitsForFirstRun } from "@/lib/running/calls/load-runnable";
import { findRunnableById, type RunnableVersion } from "@/lib/running/calls/runnable-repository";
import { toStorableText, type JsonObject } from "@/lib/running/contract/json-text";
import {
  findVersionToReplay,
  replaceReplays,
  type ExampleToReplay,
  replaceComparisons,
  type ReplayComparison,
  listVersionsToRecheck,
  type Replay,
} from "@/lib/running/examples/replay-repository";
import type { FinishedRun } from "@/lib/running/runs/runs-repository";
import { explainObstacles } from "@/lib/skill-format/issues/call-obstacles";

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

/** For all examples on both versions together. */
const COMPARISON_BUDGET_MS = 240_000;
const MAX_COMPARED_CHARACTERS = 2_000;

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
  return text === null ? null : toStorableText(text.slice(0, MAX_COMPARED_CHARACTERS));
}

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

interface ReplayedExample {
  replay: Replay;
  /** What the skill answered; undefined where it gave no valid answer. */
  output: unknown;
  /** It gave the declared answer, and that is no error. */
  ran: boolean;
}

/**
 * Runs one example on a version in the sandbox, for at most `leftMs`. Throws RUNNER_UNAVAILABLE, RUNNER_BUSY or
 * INTERNAL when something on our side was in the way.
 */
async function replayExample(
  version: RunnableVersion,
  example: ExampleToReplay,
  leftMs: number,
): Promise<ReplayedExample> {
  if (leftMs <= 0) return didNotRun(OUT_OF_TIME);
  const timeoutMs = Math.min(version.timeoutMs, leftMs);
  const end = await executeCall({ ...version, timeoutMs }, example.input as JsonObject);
  if (end.fault === "caller") throw new DomainError("RUNNER_UNAVAILABLE", "The replay was stopped.");
  if (end.fault === "platform") throw new DomainError("INTERNAL", end.failure ?? "The replay failed.");
  // The skill is not to blame for time it was not given.
  const cutShort = end.runnerFacts?.["killedBy"] === "timeout" && timeoutMs < version.timeoutMs;
  if (cutShort) return didNotRun(OUT_OF_TIME);
  const replay = judgeReplay(example, end);
  const output = end.state === "FAILED" ? undefined : end.output;
  return { replay, output, ran: showsThatItRuns(replay, end) };
}

/** An example that was not run, and why. */
const didNotRun = (detail: string): ReplayedExample => ({
  replay: notRun(detail),
  output: undefined,
  ran: false,
});

/** Why the examples of a version are never run; null when they may be (Exo §2). */
function findObstacle(version: RunnableVersion, sandboxReplay: boolean): string | null {
  if (!sandboxReplay) return "A repeated call may have further effects.";
  if (version.runnable || waitsForFirstRun(version)) return null;
  return explainObstacles(version.obstacles) ?? "The market cannot run this skill.";
}

const OUT_OF_TIME = "The time for replaying the examples of one version was used up.";

const notRun = (detail: string): Replay => ({
  state: "not_run",
  matchRule: "exact",
  wallMs: null,
  detail,
});

const MAX_SHOWN_CHARACTERS = 500;

/**
 * What a replay says of its example. `proven`: the output is the declared one, or the declared output is an `error` and
 * the skill reported exactly this error. `drifted`: only plain values differ. `failing`: anything else.
 */
export function judgeReplay(example: ExampleToReplay, end: FinishedRun): Replay {
  const { wallMs, failure } = end;
  if (end.state === "FAILED") {
    const state = failure !== null && failure === declaredError(example) ? "proven" : "failing";
    return { state, matchRule: "exact", wallMs, detail: failure };
  }
  const comparison = compareOutputs(example.output, end.output);
  if (comparison === "equal") return { state: "proven", matchRule: "exact", wallMs, detail: null };
  const shown = toStorableText(JSON.stringify(end.output).slice(0, MAX_SHOWN_CHARACTERS));
  const detail = `The replay gave ${shown}`;
  return comparison === "same_shape"
    ? { state: "drifted", matchRule: "shape", wallMs, detail }
    : { state: "failing", matchRule: "exact", wallMs, detail };
}

/**
 * Whether a run shows that the skill works here: it gave a valid answer, the declared one. A declared error shows it
 * not.
 */
export const showsThatItRuns = ({ state }: Replay, end: Pick<FinishedRun, "state">): boolean =>
  state === "proven" && end.state === "DONE";

/** An example may declare the error a bad input gives; that is a promise like any other. */
function declaredError({ output }: ExampleToReplay): unknown {
  return typeof output === "object" && output !== null && "error" in output ? output.error : undefined;
}

/** How a replayed output compares with the declared one. */
type Comparison = "equal" | "same_shape" | "different";

/**
 * Compares as JSON: `equal` when every value is, `same_shape` when only plain values differ and their kinds, the keys
 * and the presence of list entries do not. The order of keys never counts; the order of list entries does.
 */
export function compareOutputs(declared: unknown, replayed: unknown): Comparison {
  // As canonical text, because the stored example went through jsonb, which knows no -0.
  if (toCanonicalJson(declared) === toCanonicalJson(replayed)) return "equal";
  return hasSameShape(declared, replayed) ? "same_shape" : "different";
}

function hasSameShape(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return sameListShape(a, b);
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    const same = (key: string) => Object.hasOwn(b, key) && hasSameShape(a[key], b[key]);
    return keys.length === Object.keys(b).length && keys.every(same);
  }
  return kindOf(a) === kindOf(b);
}

/** Lists may differ in length, but not in what kind of entries they hold. */
function sameListShape(a: readonly unknown[], b: readonly unknown[]): boolean {
  const [first] = a;
  if (a.length === 0 || b.length === 0) return a.length === b.length;
  return b.every((entry) => hasSameShape(first, entry));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const kindOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "list" : typeof value);
