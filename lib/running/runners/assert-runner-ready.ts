import { env } from "@/lib/config/env";
import { DomainError } from "@/lib/kernel/errors";
import { currentRunner } from "@/lib/running/runners/current-runner";
import { assertIsolation } from "@/lib/config/isolation-policy";
import type { RunnableVersion } from "@/lib/running/runnable-repository";

/**
 * Makes sure that a call could begin now, before anybody pays for it: the sandbox works, separates enough for this
 * version, has its language and has room for this caller. Throws RUNNER_UNAVAILABLE, ISOLATION_TOO_WEAK or RUNNER_BUSY.
 */
export async function assertRunnerReady(
  { runtime, trustLevel }: Pick<RunnableVersion, "runtime" | "trustLevel">,
  caller?: string,
): Promise<void> {
  const runner = currentRunner();
  const probe = await runner.probe();
  if (!probe.ok) {
    throw new DomainError("RUNNER_UNAVAILABLE", `${probe.reason} ${probe.remedy} Nothing was charged.`);
  }
  assertIsolation(env().MIN_ISOLATION, trustLevel, probe.isolation);
  if (runtime === null || !Object.hasOwn(probe.runtimes, runtime)) {
    throw new DomainError(
      "RUNNER_UNAVAILABLE",
      `This machine cannot run ${runtime} skills. Nothing was charged.`,
    );
  }
  await runner.admit?.(caller);
}
