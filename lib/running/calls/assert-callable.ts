import { DomainError } from "@/lib/kernel/errors";
import { assertRunnerReady } from "@/lib/running/runners/assert-runner-ready";
import { assertSignsReceipts } from "@/lib/running/calls/assert-signs-receipts";
import { checkSchema } from "@/lib/running/contract/json-schema";
import { loadPackage } from "@/lib/blobs/load-package";
import type { RunnableVersion } from "@/lib/running/runnable-repository";

/**
 * Makes sure that a call could be made now: the sandbox is ready for it, the package is stored and intact, the output
 * schema can be used, a receipt can be signed. Throws PACKAGE_CORRUPT, SKILL_NOT_RUNNABLE and what `assertRunnerReady`
 * and `assertSignsReceipts` throw.
 */
export async function assertCallable(version: RunnableVersion, payerAddress: string | null): Promise<void> {
  await assertRunnerReady(version, { payerAddress });
  await loadPackage(version.archiveDigest, version.packageDigest);
  if (version.outputSchema !== null) await assertUsable(version.outputSchema);
  await assertSignsReceipts();
}

/** No output could ever match a schema that cannot be used, so every paid call would fail. */
async function assertUsable(outputSchema: unknown): Promise<void> {
  const check = await checkSchema(outputSchema);
  if (check.valid) return;
  const detail = check.errors[0]?.detail ?? "";
  throw new DomainError("SKILL_NOT_RUNNABLE", `The skill's output cannot be checked. ${detail}`);
}
