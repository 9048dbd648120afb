import { DomainError } from "@/lib/kernel/errors";
import { executeCall } from "@/lib/running/calls/execute-call";
import { judgeReplay, showsThatItRuns } from "@/lib/running/examples/judge-replay";
import type { JsonObject } from "@/lib/running/contract/json-text";
import type { ExampleToReplay, Replay } from "@/lib/running/examples/replay-repository";
import { waitsForFirstRun } from "@/lib/running/calls/load-runnable";
import type { RunnableVersion } from "@/lib/running/runnable-repository";
import { explainObstacles } from "@/lib/skill-format/issues/call-obstacles";

export interface ReplayedExample {
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
export async function replayExample(
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
export const didNotRun = (detail: string): ReplayedExample => ({
  replay: notRun(detail),
  output: undefined,
  ran: false,
});

/** Why the examples of a version are never run; null when they may be (Exo §2). */
export function findObstacle(version: RunnableVersion, sandboxReplay: boolean): string | null {
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
