import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { FINDINGS, OPINION } from "@/lib/db/finding-columns";

const JOB = {
  id: true,
  versionId: true,
  accountId: true,
  jobStatus: true,
  vettingStatus: true,
  engineVersion: true,
  reportDigest: true,
  summary: true,
  createdAt: true,
  finishedAt: true,
  findings: FINDINGS,
  opinion: OPINION,
  version: {
    select: {
      version: true,
      vettingStatus: true,
      dialectReports: true,
      publishedAt: true,
      publisherId: true,
      uploadedBy: { select: { id: true, username: true } },
      skill: {
        select: {
          slug: true,
          ownerId: true,
          claimTokenHash: true,
          maintainers: { where: { state: "active" }, select: { accountId: true } },
        },
      },
    },
  },
} satisfies Prisma.VettingJobSelect;

export type VettingJobRow = Prisma.VettingJobGetPayload<{ select: typeof JOB }>;

export function findVettingJob(db: Database, jobId: string): Promise<VettingJobRow | null> {
  return db.vettingJob.findUnique({ where: { id: jobId }, select: JOB });
}

/** The newest job of a version. */
export function findLatestJobOfVersion(db: Database, versionId: string): Promise<VettingJobRow | null> {
  return db.vettingJob.findFirst({ where: { versionId }, orderBy: { createdAt: "desc" }, select: JOB });
}
