import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Report, SkillManifest } from "@/lib/skill-format";
import type { Finding } from "@/lib/vetting/finding";
import type { Picture } from "@/lib/vetting/picture/picture";
import { newId } from "@/lib/kernel/ids";
import { VETTING_JOB_LIFECYCLE, type VettingJobState } from "@/lib/publishing/vetting/vetting-job-lifecycle";

const STEPS = VETTING_JOB_LIFECYCLE.steps;

export async function insertVettingJob(
  db: Database,
  job: { id: string; versionId: string; accountId: string | null; createdAt: Date },
): Promise<void> {
  await db.vettingJob.create({ data: job, select: { id: true } });
}

export interface VettingTask {
  id: string;
  jobStatus: VettingJobState;
  versionId: string;
  archiveDigest: string;
  packageDigest: string;
  /** The dialects it was checked against when it was uploaded. */
  reports: Pick<Report, "dialect">[];
  manifest: SkillManifest;
}

/** The job with what there is to vet; null when it does not exist. */
export async function findTask(db: Database, jobId: string): Promise<VettingTask | null> {
  const job = await db.vettingJob.findUnique({
    where: { id: jobId },
    select: {
      id: true,
      jobStatus: true,
      versionId: true,
      version: { select: { archiveDigest: true, packageDigest: true, dialectReports: true, manifest: true } },
    },
  });
  if (!job) return null;
  const { version, ...task } = job;
  return {
    ...task,
    archiveDigest: version.archiveDigest,
    packageDigest: version.packageDigest,
    reports: version.dialectReports as unknown as Report[],
    manifest: version.manifest as unknown as SkillManifest,
  };
}

export async function markRunning(db: Database, jobId: string): Promise<void> {
  await db.vettingJob.updateMany({
    where: { id: jobId, jobStatus: { in: [...STEPS.markRunning.from] } },
    data: { jobStatus: "running" },
  });
}

export interface VettingOutcome {
  vettingStatus: "approved" | "caution" | "rejected";
  engineVersion: string;
  reportDigest: string;
  summary: string;
  findings: readonly Finding[];
  picture: Picture;
  finishedAt: Date;
}

/** Stores the outcome once: false when another worker has, and then nothing is written. */
export async function finishJob(db: Database, jobId: string, outcome: VettingOutcome): Promise<boolean> {
  const { findings, picture, ...columns } = outcome;
  const { count } = await db.vettingJob.updateMany({
    where: { id: jobId, jobStatus: { in: [...STEPS.finishJob.from] } },
    data: { ...columns, picture: picture as unknown as Prisma.InputJsonValue, jobStatus: "done" },
  });
  if (count !== 1) return false;
  await db.vettingFinding.createMany({
    data: findings.map((finding, position) => ({
      id: newId("fnd", outcome.finishedAt.getTime()),
      jobId,
      position,
      ...finding,
    })),
  });
  return true;
}

/** False, and nothing written, when the job has ended already. */
export async function failJob(
  db: Database,
  jobId: string,
  summary: string,
  finishedAt: Date,
): Promise<boolean> {
  const { count } = await db.vettingJob.updateMany({
    where: { id: jobId, jobStatus: { in: [...STEPS.failJob.from] } },
    data: { jobStatus: "failed", summary, finishedAt },
  });
  return count === 1;
}
