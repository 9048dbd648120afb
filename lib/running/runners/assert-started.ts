import { DomainError } from "@/lib/kernel/errors";
import type { LaunchedRun, RunJob } from "./skill-runner";

/**
 * Throws RUNNER_UNAVAILABLE when `sandbox` ran nothing of the skill, or was closed under it; a caller that left is no
 * fault of it.
 */
export function assertStarted(
  sandbox: string,
  job: RunJob,
  { started, killedBy, stderrTail }: LaunchedRun,
): void {
  if (killedBy === "cancelled" && job.signal?.aborted) return;
  if (started && killedBy !== "cancelled") return;
  throw new DomainError(
    "RUNNER_UNAVAILABLE",
    `${sandbox} did not start the skill. ${stderrTail.slice(-500)}`,
  );
}
