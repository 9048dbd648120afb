import type { Database } from "@/lib/db/client";
import { holdVersion } from "@/lib/publishing/hold-version";
import { releaseVersion } from "@/lib/publishing/release-version";
import type { ScanResult } from "@/lib/vetting/scan-package";
import { finishJob } from "@/lib/publishing/vetting/repository";

/**
 * Ends a vetting job and acts on its judgement in the caller's transaction: `approved` publishes the version, `caution`
 * holds it for an administrator, `rejected` ends it. False, and nothing done, when the job was ended before.
 */
export async function recordJudgement(
  db: Database,
  { vettingJobId, versionId }: { vettingJobId: string; versionId: string },
  { status, reasons, vetting }: ScanResult,
  now: Date,
): Promise<boolean> {
  const { report, reportDigest } = vetting;
  const outcome = {
    vettingStatus: status,
    engineVersion: report.engineVersion,
    reportDigest,
    summary: summarize(report.summary, status === report.verdict ? [] : reasons),
    findings: report.findings,
    picture: report.picture,
    finishedAt: now,
  };
  if (!(await finishJob(db, vettingJobId, outcome))) return false;
  if (status === "approved") await releaseVersion(db, versionId, { from: "pending", now });
  else await holdVersion(db, versionId, { from: "pending", to: status, reasons, now });
  return true;
}

/** The engine's sentence, and what the format adds to it. */
function summarize(summary: string, formatReasons: readonly string[]): string {
  return [summary, ...formatReasons].join(" · ").slice(0, 1_000);
}
