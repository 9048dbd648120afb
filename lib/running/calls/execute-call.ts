import { systemClock } from "@/lib/kernel/clock";
import { env } from "@/lib/platform/config/env";
import type { ErrorCode } from "@/lib/kernel/error-codes";
import { isDomainError } from "@/lib/kernel/errors";
import { logger, logFailure } from "@/lib/kernel/observability/logger";
import { traced } from "@/lib/kernel/observability/traced";
import { findOutage, unavailable } from "@/lib/kernel/outage";
import { currentRunner } from "@/lib/running/runners/current-runner";
import { interpretRun, type FailureCause } from "@/lib/running/contract/execution-contract";
import { assertIsolation } from "@/lib/platform/config/isolation-policy";
import { type JsonObject, toStorableText } from "@/lib/running/contract/json-text";
import type { SkillPackage } from "@/lib/package";
import { loadPackage } from "@/lib/platform/blobs/load-package";
import { toArguments } from "@/lib/conversion/command-arguments";
import { applyDefaults } from "@/lib/running/calls/check-input";
import { publisherOf, type RunnableVersion } from "@/lib/running/calls/runnable-repository";
import type { FinishedRun } from "@/lib/running/runs/runs-repository";
import { isRuntime, type RunOutcome } from "@/lib/running/runners/skill-runner";
import { findAskedAction, findToolCall, toolJob, type ToolCall } from "@/lib/running/calls/tool-call";
import { digestJson, type JsonValue } from "@/lib/kernel/json/canonical-json";

const STDERR_KEPT_CHARACTERS = 8 * 1024;

/** Who asks for a run, and on what terms. */
export interface RunTerms {
  signal?: AbortSignal | undefined;
  /** Names that who asks is known by beside their network: a wallet, an account. None for the market's own work. */
  caller?: readonly string[];
  paid?: boolean;
  /** The quote that this run fulfils. */
  saleId?: string;
  /** The package where it is at hand; otherwise it is loaded. */
  atHand?: SkillPackage | undefined;
}

/**
 * Runs one version with an input that was checked before and is given the defaults of its schema, and returns how it
 * ended, fit to be recorded. What failed on our side is run once more by itself where a repeated call has no effects
 * (Exo SKILL.md v1.1, section 3). It throws only RUNNER_UNAVAILABLE, RUNNER_BUSY, ISOLATION_TOO_WEAK and
 * MARKET_UNAVAILABLE (what the run needs is away), for runs that did not begin or were ended with the server; any
 * other trouble on our side is logged and is a failure of the platform.
 */
export async function executeCall(
  version: RunnableVersion,
  input: JsonObject,
  terms: RunTerms = {},
): Promise<FinishedRun> {
  const end = await executeOnce(version, input, terms);
  if (end.fault !== "platform" || !version.automaticRetry || terms.signal?.aborted === true) return end;
  logger.info({ versionId: version.versionId }, "a call that failed on our side is made once more");
  return executeOnce(version, input, terms);
}

async function executeOnce(
  version: RunnableVersion,
  input: JsonObject,
  terms: RunTerms,
): Promise<FinishedRun> {
  try {
    const toolCall = findToolCall(version, input);
    const facts = { "emporion.version_id": version.versionId };
    const applied = toolCall ? input : await applyDefaults(input, version.inputSchema);
    const outcome = await traced("sandbox", facts, () => run(version, { input: applied, toolCall }, terms));
    const read = await (toolCall
      ? readOutcome(outcome, null, (output) => findAskedAction(version, output) !== null)
      : readOutcome(outcome, version.outputSchema));
    const end = { ...read, ...digestOfApplied(input, applied) };
    // What a person saved is nobody else's: a handler must not hand it to its author by way of the log.
    return toolCall?.profile ? { ...end, stderrTail: null } : end;
  } catch (error) {
    if (isDomainError(error) && NOT_BEGUN.has(error.code)) throw error;
    logFailure(error, { versionId: version.versionId }, "a call failed on our side");
    return failed("platform", describeFailure(error));
  }
}

/** Named only where the skill was given another input than the one that was sent. */
function digestOfApplied(sent: JsonObject, applied: JsonObject): Pick<FinishedRun, "appliedInputDigest"> {
  const digest = digestJson(applied as JsonValue);
  return applied === sent || digest === digestJson(sent as JsonValue) ? {} : { appliedInputDigest: digest };
}

/** Codes of runs that did not begin, or were ended with the server. */
export const NOT_BEGUN: ReadonlySet<ErrorCode> = new Set([
  "RUNNER_UNAVAILABLE",
  "RUNNER_BUSY",
  "ISOLATION_TOO_WEAK",
  "MARKET_UNAVAILABLE",
]);

async function run(
  { runtime, entryPoint, ...version }: RunnableVersion,
  { input, toolCall }: { input: JsonObject; toolCall: ToolCall | null },
  { signal, atHand, ...terms }: RunTerms,
): Promise<RunOutcome> {
  if (!isRuntime(runtime) || entryPoint === null) throw new Error("The version names no runtime.");
  await assertIsolated(version);
  const { files, digest } = atHand ?? (await loadOrSayAway(version));
  return currentRunner().run({
    packageDigest: digest,
    files,
    entryPoint,
    runtime,
    imageDigest: version.imageDigest,
    ...(version.callPattern === "args"
      ? { stdin: "", args: toArguments(input) }
      : { stdin: JSON.stringify(input) }),
    ...(toolCall ? { args: [], ...toolJob(version, toolCall, files) } : {}),
    timeoutMs: version.timeoutMs,
    publisher: publisherOf(version),
    ...terms,
    ...(signal ? { signal } : {}),
  });
}

/** A store that is away is nobody's failure: nothing was begun, and the same call works later. */
async function loadOrSayAway({
  archiveDigest,
  packageDigest,
}: Pick<RunnableVersion, "archiveDigest" | "packageDigest">): Promise<SkillPackage> {
  try {
    return await loadPackage(archiveDigest, packageDigest);
  } catch (error) {
    const away = findOutage(error);
    if (away === null) throw error;
    logFailure(error, { archiveDigest }, "a package could not be read");
    throw unavailable(away);
  }
}

/** The policy may have changed since the call was sold. A runner that is not there says so itself. */
async function assertIsolated({ trustLevel }: Pick<RunnableVersion, "trustLevel">): Promise<void> {
  const probe = await currentRunner().probe();
  if (probe.ok) assertIsolation(env().MIN_ISOLATION, trustLevel, probe.isolation);
}

async function readOutcome(
  outcome: RunOutcome,
  outputSchema: JsonObject | null,
  isAnswer?: (output: JsonObject) => boolean,
): Promise<FinishedRun> {
  const { runner, isolation, enforced, peakRssBytes, killedBy, exitCode, imageDigest = null } = outcome;
  const facts = {
    runner,
    isolation,
    runnerFacts: { enforced, imageDigest, peakRssBytes, killedBy },
    exitCode,
    wallMs: Math.round(outcome.wallMs),
    stderrTail: toStorableText(outcome.stderrTail.slice(-STDERR_KEPT_CHARACTERS)),
  };
  const reading = await interpretRun(outcome, outputSchema, isAnswer);
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
export function failed(fault: FailureCause | null, failure: string | null): FinishedRun {
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
