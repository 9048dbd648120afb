import { systemClock, type Clock } from "@/lib/clock";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { holdVersion } from "@/lib/registry/hold-version";
import { releaseVersion } from "@/lib/registry/release-version";
import { loadPackage } from "@/lib/running/load-package";
import { checkSkill, decideStatus, type CheckProfile } from "@/lib/skill-format";
import { failJob, findTask, finishJob, markRunning, type VettingTask } from "@/lib/vetting/repository";
import { readVettingFacts } from "@/lib/vetting/read-vetting-facts";
import { vetPackage, type VettingEngine, type VettingResult } from "@/lib/vetting/vet-package";

const STATUSES = ["approved", "caution", "rejected"] as const;
type Status = (typeof STATUSES)[number];

interface Decision {
  status: Status;
  reasons: string[];
  vetting: VettingResult;
}

/**
 * Vets a version and acts on the verdict: `approved` publishes it, `caution` holds it for an administrator, `rejected`
 * ends it. The graver of two verdicts counts: that of the format (R-002-93 to 99) and that of the engine. Status,
 * findings, publication and event are one transaction; run twice, it acts once. A job whose last attempt fails is
 * marked failed.
 */
export async function runVetting(
  vettingJobId: string,
  {
    clock = systemClock,
    lastAttempt = false,
    vet = vetPackage,
  }: { clock?: Clock; lastAttempt?: boolean; vet?: VettingEngine } = {},
): Promise<void> {
  const task = await findTask(database(), vettingJobId);
  if (!task || task.jobStatus === "done" || task.jobStatus === "failed") return;
  await markRunning(database(), vettingJobId);
  try {
    await act(task, await decide(task, vet), clock.now());
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

async function decide(task: VettingTask, vet: VettingEngine): Promise<Decision> {
  const skillPackage = await loadPackage(task.archiveDigest, task.packageDigest);
  const files = new Map(skillPackage.files.map(({ path, bytes }) => [path, bytes]));
  const check = checkSkill({ files, ...dialectsOf(task) });
  const format = decideStatus(check);
  const vetting = vet({
    files: skillPackage.files,
    facts: readVettingFacts(check.manifest, skillPackage),
  });
  const status =
    STATUSES[Math.max(STATUSES.indexOf(format.status), STATUSES.indexOf(vetting.report.verdict))] ??
    "rejected";
  const found = vetting.report.findings.filter(({ severity }) => severity !== "info" && severity !== "low");
  return {
    status,
    reasons: [...format.reasons, ...found.map(({ code, message }) => `${code}: ${message}`)],
    vetting,
  };
}

function act(task: VettingTask, { status, reasons, vetting }: Decision, now: Date): Promise<void> {
  const { report, reportDigest } = vetting;
  return inTransaction(async (tx) => {
    const outcome = {
      vettingStatus: status,
      engineVersion: report.engineVersion,
      reportDigest,
      summary: summarize(report.summary, status === report.verdict ? [] : reasons),
      findings: report.findings,
      finishedAt: now,
    };
    if (!(await finishJob(tx, task.id, outcome))) return;
    if (status === "approved") await releaseVersion(tx, task.versionId, { from: "pending", now });
    else await holdVersion(tx, task.versionId, { from: "pending", to: status, reasons, now });
  });
}

/** The engine's sentence, and what the format adds to it. */
function summarize(summary: string, formatReasons: readonly string[]): string {
  return [summary, ...formatReasons].join(" · ").slice(0, 1_000);
}

/** The upload is judged as it was when it was accepted: by the dialects that were asked for, or those detected. */
function dialectsOf({ reports, manifest }: VettingTask): { dialects?: CheckProfile[] } {
  const checked = reports.map(({ dialect }) => dialect);
  if (checked.length > 0 && checked.every((dialect) => dialect === "agent-skills-upstream"))
    return { dialects: checked };
  const { declared } = manifest.dialects;
  return declared.length > 0 ? { dialects: declared } : {};
}
