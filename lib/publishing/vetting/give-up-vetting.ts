import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { holdVersion } from "@/lib/publishing/hold-version";
import { failJob, findTask } from "@/lib/publishing/vetting/repository";

/** In English, like all that vetting writes. */
const REASON = "Vetting could not be completed. An administrator decides.";

/**
 * Ends a vetting job without a judgement: it is `failed`, and its version is held for an administrator like any version
 * in doubt, so that its creator never waits for nothing. Does nothing to a job that has ended.
 */
export async function giveUpVetting(vettingJobId: string, clock: Clock = systemClock): Promise<void> {
  const task = await findTask(database(), vettingJobId);
  if (!task) return;
  const now = clock.now();
  await inTransaction(async (tx) => {
    if (!(await failJob(tx, vettingJobId, REASON, now))) return;
    await holdVersion(tx, task.versionId, { from: "pending", to: "caution", reasons: [REASON], now });
  });
}
