import { systemClock } from "@/lib/clock";
import { isDomainError } from "@/lib/errors";
import { logger } from "@/lib/observability/logger";
import { currentRunner } from "@/lib/running/current-runner";
import { interpretRun, type Fault } from "@/lib/running/execution-contract";
import type { JsonObject } from "@/lib/running/json-text";
import type { SkillPackage } from "@/lib/package";
import { loadPackage } from "@/lib/running/load-package";
import type { RunnableVersion } from "@/lib/running/runnable-repository";
import type { FinishedRun } from "@/lib/running/runs-repository";
import { isRuntime, type RunOutcome } from "@/lib/running/skill-runner";
import { toStorableText } from "@/lib/running/storable-text";
import { digestJson, type JsonValue } from "@/lib/settlement/input-digest";

const STDERR_KEPT_CHARACTERS = 8 * 1024;

/**
 * Runs one version once with an input that was checked before, and returns how it ended, fit to be recorded. It throws
 * only RUNNER_UNAVAILABLE and RUNNER_BUSY, for runs that did not begin or were ended with the server; any other trouble
 * on our side is logged and is a failure of the platform.
 */
export async function executeCall(
  version: RunnableVersion,
  input: JsonObject,
  signal?: AbortSignal,
  /** The package where it is at hand; otherwise it is loaded. */
  atHand?: SkillPackage,
): Promise<FinishedRun> {
  try {
    const outcome = await run(version, input, { signal, atHand });
    return await readOutcome(outcome, version.outputSchema);
  } catch (error) {
    if (isDomainError(error, "RUNNER_UNAVAILABLE") || isDomainError(error, "RUNNER_BUSY")) throw error;
    logger.error({ err: error, versionId: version.versionId }, "a call failed on our side");
    return failed("platform", describeFailure(error));
  }
}

async function run(
  { runtime, entryPoint, ...version }: RunnableVersion,
  input: JsonObject,
  { signal, atHand }: { signal: AbortSignal | undefined; atHand: SkillPackage | undefined },
): Promise<RunOutcome> {
  if (!isRuntime(runtime) || entryPoint === null) throw new Error("The version names no runtime.");
  const { files, digest } = atHand ?? (await loadPackage(version.archiveDigest, version.packageDigest));
  return currentRunner().run({
    packageDigest: digest,
    files,
    entryPoint,
    runtime,
    stdin: JSON.stringify(input),
    timeoutMs: version.timeoutMs,
    ...(signal ? { signal } : {}),
  });
}

async function readOutcome(outcome: RunOutcome, outputSchema: JsonObject | null): Promise<FinishedRun> {
  const { runner, isolation, enforced, peakRssBytes, killedBy, exitCode } = outcome;
  const facts = {
    runner,
    isolation,
    runnerFacts: { enforced, peakRssBytes, killedBy },
    exitCode,
    wallMs: Math.round(outcome.wallMs),
    stderrTail: toStorableText(outcome.stderrTail.slice(-STDERR_KEPT_CHARACTERS)),
  };
  const reading = await interpretRun(outcome, outputSchema);
  if (!reading.ok) return { ...failed(reading.fault, reading.message), ...facts };
  const { output } = reading;
  return {
    ...failed(null, null),
    ...facts,
    state: "DONE",
    output,
    outputDigest: digestJson(output as JsonValue),
  };
}

/** What the caller may read of an error: our own words, and nothing of the machine. */
export function describeFailure(error: unknown): string {
  return isDomainError(error) ? error.message : "Something went wrong on our side; it was recorded.";
}

/** A run that ended without an output. The words may be a skill's own and hold what no database text can. */
export function failed(fault: Fault | null, failure: string | null): FinishedRun {
  return {
    state: "FAILED",
    output: null,
    outputDigest: null,
    fault,
    failure: failure === null ? null : toStorableText(failure),
    runner: null,
    isolation: null,
    runnerFacts: null,
    exitCode: null,
    wallMs: null,
    stderrTail: null,
    finishedAt: systemClock.now(),
  };
}
