import { DomainError } from "@/lib/errors";
import { currentRunner } from "@/lib/running/current-runner";
import { checkSchema } from "@/lib/running/json-schema";
import { loadPackage } from "@/lib/running/load-package";
import type { RunnableVersion } from "@/lib/running/runnable-repository";
import { platformKey } from "@/lib/settlement/current-settlement";

/**
 * Makes sure that a call could be made now: the sandbox works and has the language, the package is stored and intact, the
 * output schema can be used, a receipt can be signed. Throws RUNNER_UNAVAILABLE, PACKAGE_CORRUPT or SKILL_NOT_RUNNABLE.
 */
export async function assertCallable(version: RunnableVersion): Promise<void> {
  await assertRunnerReady(version.runtime);
  await loadPackage(version.archiveDigest, version.packageDigest);
  if (version.outputSchema !== null) await assertUsable(version.outputSchema);
  platformKey();
}

async function assertRunnerReady(runtime: string | null): Promise<void> {
  const probe = await currentRunner().probe();
  if (!probe.ok) {
    throw new DomainError("RUNNER_UNAVAILABLE", `${probe.reason} ${probe.remedy} Nothing was charged.`);
  }
  if (runtime === null || !Object.hasOwn(probe.runtimes, runtime)) {
    throw new DomainError(
      "RUNNER_UNAVAILABLE",
      `This machine cannot run ${runtime} skills. Nothing was charged.`,
    );
  }
}

/** No output could ever match a schema that cannot be used, so every paid call would fail. */
async function assertUsable(outputSchema: unknown): Promise<void> {
  const check = await checkSchema(outputSchema);
  if (check.valid) return;
  const detail = check.errors[0]?.detail ?? "";
  throw new DomainError("SKILL_NOT_RUNNABLE", `The skill's output cannot be checked. ${detail}`);
}
