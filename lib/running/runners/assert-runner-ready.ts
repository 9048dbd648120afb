import { env } from "@/lib/config/env";
import { DomainError } from "@/lib/kernel/errors";
import { currentRunner } from "@/lib/running/runners/current-runner";
import { assertIsolation } from "@/lib/config/isolation-policy";
import { publisherOf, type RunNeeds } from "@/lib/running/runnable-repository";

/**
 * Makes sure that a call could begin now, before anybody pays for it: the sandbox works, separates enough for this
 * version, has its language and a slot in time for this payer. Throws RUNNER_UNAVAILABLE, ISOLATION_TOO_WEAK or
 * RUNNER_BUSY. With `saleId` the slot is kept for the run of that quote (`SkillRunner.sell`).
 */
export async function assertRunnerReady(
  needs: RunNeeds,
  { payerAddress, saleId }: { payerAddress: string | null; saleId?: string },
): Promise<void> {
  const { runtime, trustLevel, packageDigest, timeoutMs } = needs;
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
  const caller = payerAddress === null ? [] : [payerAddress];
  const request = { packageDigest, timeoutMs, caller, publisher: publisherOf(needs), paid: true };
  if (saleId === undefined) await runner.admit?.(request);
  else await runner.sell?.(request, saleId);
}
