import type { RunJob } from "../skill-runner";
import { boundTimeout } from "./job-request";
import { launcherCommand } from "./launcher";
import type { SandboxGround } from "./prepare-sandbox";
import { startSandbox } from "./start-sandbox";
import { superviseRun, type SandboxOutcome } from "./supervise-run";

/** A job with its archive packed, and what ends it besides its caller. */
export interface PackedJob {
  readonly job: RunJob;
  readonly archive: Uint8Array;
  readonly shutdown: AbortSignal;
}

/** Starts a sandbox for one job and watches it to its end. */
export async function executeJob(
  ground: SandboxGround,
  { job, archive, shutdown }: PackedJob,
): Promise<SandboxOutcome> {
  const startedAtMs = performance.now();
  const command = launcherCommand(job.runtime, job.entryPoint);
  const sandbox = await startSandbox({ ...ground, command });
  return superviseRun(sandbox, {
    job: archive,
    timeoutMs: boundTimeout(job.timeoutMs),
    startedAtMs,
    signals: job.signal ? [shutdown, job.signal] : [shutdown],
  });
}

/** What a sandbox that failed to start said, or how it ended. */
export function complaintOf({ status, stderrTail, killedBy, exitCode }: SandboxOutcome): string {
  return `${status} ${stderrTail}`.trim().slice(-500) || `It ended with ${killedBy ?? `status ${exitCode}`}.`;
}
