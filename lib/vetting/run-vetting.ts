import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { loadPackage } from "@/lib/running/load-package";
import type { CheckProfile } from "@/lib/skill-format";
import { judgePackage } from "@/lib/vetting/judge-package";
import { recordJudgement } from "@/lib/vetting/record-judgement";
import { failJob, findTask, markRunning, type VettingTask } from "@/lib/vetting/repository";

/**
 * Vets a version and acts on the verdict: `approved` publishes it, `caution` holds it for an administrator, `rejected`
 * ends it. The graver of two verdicts counts: that of the format (R-002-93 to 99) and that of the engine. Status,
 * findings, publication and event are one transaction; run twice, it acts once. A job whose last attempt fails is
 * marked failed.
 */
export async function runVetting(
  vettingJobId: string,
  { clock = systemClock, lastAttempt = false }: { clock?: Clock; lastAttempt?: boolean } = {},
): Promise<void> {
  const task = await findTask(database(), vettingJobId);
  if (!task || task.jobStatus === "done" || task.jobStatus === "failed") return;
  await markRunning(database(), vettingJobId);
  try {
    const skillPackage = await loadPackage(task.archiveDigest, task.packageDigest);
    const judgement = judgePackage(skillPackage, dialectsOf(task));
    const job = { vettingJobId, versionId: task.versionId };
    await inTransaction((tx) => recordJudgement(tx, job, judgement, clock.now()));
  } catch (error) {
    if (lastAttempt)
      await failJob(
        database(),
        vettingJobId,
        "Vetting could not be completed. Ask for it again.",
        clock.now(),
      );
    throw error;
  }
}

/** The upload is judged as it was when it was accepted: by the dialects that were asked for, or those detected. */
function dialectsOf({ reports, manifest }: VettingTask): { dialects?: CheckProfile[] } {
  const checked = reports.map(({ dialect }) => dialect);
  if (checked.length > 0 && checked.every((dialect) => dialect === "agent-skills-upstream"))
    return { dialects: checked };
  const { declared } = manifest.dialects;
  return declared.length > 0 ? { dialects: declared } : {};
}
