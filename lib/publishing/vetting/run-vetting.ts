import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { logger } from "@/lib/kernel/observability/logger";
import type { SkillPackage } from "@/lib/package";
import { loadPackage } from "@/lib/blobs/load-package";
import type { CheckProfile, SkillManifest } from "@/lib/skill-format";
import { currentScanner, MAX_SCANS } from "@/lib/vetting/current-scanner";
import { giveUpVetting } from "@/lib/publishing/vetting/give-up-vetting";
import { scanPackage, type ScanResult } from "@/lib/vetting/scan-package";
import { askOpinion, opinionModel } from "@/lib/publishing/vetting/opinion/ask-opinion";
import {
  recordJudgement,
  recordOrAsk,
  type VettingJobOfVersion,
} from "@/lib/publishing/vetting/record-judgement";
import { findTask, markRunning, type VettingPackage } from "@/lib/publishing/vetting/repository";
import type { VettingEngine } from "@/lib/vetting/vet-package";

/**
 * Vets a version and acts on the verdict: `approved` publishes it, `caution` holds it for an administrator, `rejected`
 * ends it. The graver of two verdicts counts: that of the format (USK, compatibility) and that of the engine. Status,
 * findings, publication and event are one transaction; run twice, it acts once. Where the settings name a model, what
 * is not rejected is left to `vetWithOpinion`. Throws when the package cannot be loaded or the outcome not be kept,
 * which is worth trying for long; a package that cannot be judged is given up after a few tries.
 */
export async function runVetting(
  vettingJobId: string,
  { clock = systemClock, attempt = 1, vet }: { clock?: Clock; attempt?: number; vet?: VettingEngine } = {},
): Promise<void> {
  const judged = await judgeTask(vettingJobId, { clock, attempt, vet });
  if (judged === null) return;
  await inTransaction((tx) => recordOrAsk(tx, judged.job, judged.judgement, clock.now()));
}

/**
 * The same with the opinion of a model about it, which may hold a version and nothing else. The model is asked a few
 * times; without an answer, or where it was not shown all, the version is held unless the settings say otherwise. What an administrator has decided meanwhile stands.
 */
export async function vetWithOpinion(
  vettingJobId: string,
  {
    clock = systemClock,
    attempt = 1,
    signal,
  }: { clock?: Clock; attempt?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const judged = await judgeTask(vettingJobId, { clock, attempt });
  if (judged === null) return;
  const { job, judgement, skillPackage, manifest } = judged;
  const model = judgement.status === "rejected" ? null : opinionModel();
  const { slug: name, description } = manifest;
  const about = { name, description, files: skillPackage.files, report: judgement.vetting.report };
  const asked = model === null ? null : await askOpinion(model, about, { attempt, signal });
  await inTransaction((tx) => recordJudgement(tx, job, { ...judgement, asked }, clock.now()));
}

interface JudgedTask {
  job: VettingJobOfVersion;
  judgement: ScanResult;
  skillPackage: SkillPackage;
  manifest: SkillManifest;
}

/** Null where the vetting job has ended, or ends here because its package cannot be judged. */
async function judgeTask(
  vettingJobId: string,
  { clock, attempt, vet }: { clock: Clock; attempt: number; vet?: VettingEngine | undefined },
): Promise<JudgedTask | null> {
  const task = await findTask(database(), vettingJobId);
  if (!task || task.jobStatus === "done" || task.jobStatus === "failed") return null;
  await markRunning(database(), vettingJobId);
  const skillPackage = await loadPackage(task.archiveDigest, task.packageDigest);
  const judgement = await judge(skillPackage, task, vet).catch((error: unknown) => {
    if (attempt < MAX_SCANS) throw error;
    logger.error({ vettingJobId, error }, "a package that cannot be judged is held for an administrator");
    return null;
  });
  if (judgement === null) {
    await giveUpVetting(vettingJobId, clock);
    return null;
  }
  return {
    job: { vettingJobId, versionId: task.versionId },
    judgement,
    skillPackage,
    manifest: task.manifest,
  };
}

/** Judges a stored package as it was judged when it was uploaded. */
export async function judge(
  skillPackage: SkillPackage,
  task: Pick<VettingPackage, "reports" | "manifest">,
  vet?: VettingEngine,
): Promise<ScanResult> {
  const dialects = dialectsOf(task);
  return vet ? scanPackage(skillPackage, { ...dialects, vet }) : currentScanner()(skillPackage, dialects);
}

/** The upload is judged as it was when it was accepted: by the dialects that were asked for, or those detected. */
function dialectsOf({ reports, manifest }: Pick<VettingPackage, "reports" | "manifest">): {
  dialects?: CheckProfile[];
} {
  const checked = reports.map(({ dialect }) => dialect);
  if (checked.length > 0 && checked.every((dialect) => dialect === "agent-skills-upstream"))
    return { dialects: checked };
  const { declared } = manifest.dialects;
  return declared.length > 0 ? { dialects: declared } : {};
}
