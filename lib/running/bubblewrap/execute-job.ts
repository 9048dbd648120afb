import type { RunJob } from "../runners/skill-runner";
import { boundTimeout } from "./job-request";
import type { TakenSandbox } from "./sandbox-pool";
import { superviseRun, type SandboxOutcome } from "./supervise-run";

/** A job with its archive packed, and what ends it from outside. */
export interface PackedJob {
  readonly job: RunJob;
  readonly archive: Uint8Array;
  readonly signals: readonly AbortSignal[];
}

export interface ExecutedJob extends SandboxOutcome {
  /** It ran in a sandbox that had been waiting. */
  readonly warm: boolean;
}

/**
 * Gives one job to a sandbox and watches it to its end. A waiting sandbox that died in the meantime costs a
 * second start.
 */
export async function executeJob(
  take: (again: boolean) => Promise<TakenSandbox>,
  { job, archive, signals }: PackedJob,
): Promise<ExecutedJob> {
  const startedAtMs = performance.now();
  for (let again = false; ; again = true) {
    const { sandbox, warm } = await take(again);
    const outcome = await superviseRun(sandbox, {
      job: archive,
      timeoutMs: boundTimeout(job.timeoutMs),
      startedAtMs,
      signals,
    });
    const neverStarted = !outcome.started && outcome.killedBy === null;
    if (!warm || !neverStarted) return { ...outcome, warm };
  }
}

/** What a sandbox that failed to start said, or how it ended. */
export function complaintOf({ status, stderrTail, killedBy, exitCode }: SandboxOutcome): string {
  return `${status} ${stderrTail}`.trim().slice(-500) || `It ended with ${killedBy ?? `status ${exitCode}`}.`;
}
