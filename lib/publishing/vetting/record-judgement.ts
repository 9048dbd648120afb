import type { Database } from "@/lib/db/client";
import { holdVersion } from "@/lib/publishing/hold-version";
import { releaseVersion } from "@/lib/publishing/release-version";
import type { ScanResult } from "@/lib/vetting/scan-package";
import type { VettingResult } from "@/lib/vetting/vet-package";
import { opinionModel, reasonToHold, type AskedOpinion } from "@/lib/publishing/vetting/opinion/ask-opinion";
import { insertOpinion } from "@/lib/publishing/vetting/opinion/repository";
import { queueOpinion } from "@/lib/publishing/vetting/queue-vetting";
import { finishJob, setReportEdition, type VettingOutcome } from "@/lib/publishing/vetting/repository";

export interface VettingJobOfVersion {
  vettingJobId: string;
  versionId: string;
}

export interface Judgement extends ScanResult {
  /** What a model was asked about the package and said, if it was. */
  asked?: AskedOpinion | null;
}

/**
 * Records a judgement in the caller's transaction or, where the settings name a model and nothing is rejected, leaves it
 * to a job that asks for the model's opinion first. True where the judgement is in force.
 */
export async function recordOrAsk(
  db: Database,
  job: VettingJobOfVersion,
  judgement: ScanResult,
  now: Date,
): Promise<boolean> {
  if (judgement.status === "rejected" || opinionModel() === null)
    return recordJudgement(db, job, judgement, now);
  await queueOpinion(db, job.vettingJobId, now);
  return false;
}

/**
 * Ends a vetting job and acts on its judgement in the caller's transaction: `approved` publishes the version, `caution`
 * holds it for an administrator, `rejected` ends it. A model's opinion can hold what is approved, and so can its absence where
 * the operator chose so; neither does more.
 * False, and nothing done, when the job was ended before.
 */
export async function recordJudgement(
  db: Database,
  { vettingJobId, versionId }: VettingJobOfVersion,
  { status, reasons, vetting, asked = null }: Judgement,
  now: Date,
): Promise<boolean> {
  const { report } = vetting;
  const isAskedToHold = status === "approved" && asked?.opinion?.verdict === "hold";
  const missing = asked === null ? null : reasonToHold(asked);
  const isHeld = isAskedToHold || (status === "approved" && missing !== null);
  const decided = isHeld ? "caution" : status;
  const outcome = {
    ...outcomeOf(vetting, now),
    vettingStatus: decided,
    summary: summarize(report.summary, status === report.verdict ? [] : reasons),
  };
  if (!(await finishJob(db, vettingJobId, outcome))) return false;
  await setReportEdition(db, versionId);
  if (asked) await insertOpinion(db, vettingJobId, { ...asked, askedAt: now });
  if (decided === "approved") {
    await releaseVersion(db, versionId, { from: "pending", now });
    return true;
  }
  // In English, like all that vetting writes. The model's own words stand with its opinion alone.
  const held = isAskedToHold ? [`The model ${asked?.model} asks that a person looks at it first.`] : [];
  const unread = missing === null ? [] : [missing];
  await holdVersion(db, versionId, {
    from: "pending",
    to: decided,
    reasons: [...held, ...unread, ...reasons],
    now,
  });
  return true;
}

/** What is stored of a report; its verdict is the engine's alone. */
export function outcomeOf({ report, reportDigest }: VettingResult, finishedAt: Date): VettingOutcome {
  const { verdict: vettingStatus, engineVersion, summary, findings, picture } = report;
  return { vettingStatus, engineVersion, reportDigest, summary, findings, picture, finishedAt };
}

/** The engine's sentence, and what the format adds to it. */
function summarize(summary: string, formatReasons: readonly string[]): string {
  return [summary, ...formatReasons].join(" · ").slice(0, 1_000);
}
