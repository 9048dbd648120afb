import type { Lifecycle, LifecycleStep } from "@/lib/kernel/lifecycle";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { Report, SkillManifest } from "@/lib/skill-format";
import type { Finding } from "@/lib/vetting/finding";
import type { Picture } from "@/lib/vetting/facts/picture";
import { ENGINE_EDITION } from "@/lib/vetting/report";
import { newId } from "@/lib/kernel/ids";
import { FINDINGS, OPINION } from "@/lib/db/finding-columns";
import type { AskedOpinion } from "@/lib/publishing/vetting/ask-opinion";

const VETTING_JOB_STATES = ["queued", "running", "done", "failed"] as const;

export type VettingJobState = (typeof VETTING_JOB_STATES)[number];

interface VettingJobStep extends LifecycleStep<VettingJobState> {
  needs: string;
}

/**
 * The life of a vetting job. The first end stands; a version whose job has ended without a verdict gets a new job. A
 * worker may find a job running that another one began: it goes on with it.
 */
export const VETTING_JOB_LIFECYCLE = {
  table: "VettingJobs",
  column: "job_status",
  states: VETTING_JOB_STATES,
  begins: ["queued"],
  steps: {
    markRunning: { from: ["queued"], to: ["running"], needs: "a worker has begun" },
    finishJob: { from: ["queued", "running"], to: ["done"], needs: "a verdict, in the same transaction" },
    failJob: {
      from: ["queued", "running"],
      to: ["failed"],
      needs: "its package cannot be judged; an administrator decides",
    },
  },
} as const satisfies Lifecycle<VettingJobState, VettingJobStep>;

const STEPS = VETTING_JOB_LIFECYCLE.steps;

export async function insertVettingJob(
  db: Database,
  job: { id: string; versionId: string; accountId: string | null; createdAt: Date },
): Promise<void> {
  await db.vettingJob.create({ data: job, select: { id: true } });
}

export interface VettingPackage {
  archiveDigest: string;
  packageDigest: string;
  /** The dialects it was checked against when it was uploaded. */
  reports: Pick<Report, "dialect">[];
  manifest: SkillManifest;
}

interface VettingTask extends VettingPackage {
  id: string;
  jobStatus: VettingJobState;
  versionId: string;
}

const PACKAGE = {
  archiveDigest: true,
  packageDigest: true,
  dialectReports: true,
  manifest: true,
} satisfies Prisma.SkillVersionSelect;

const toPackage = (version: Prisma.SkillVersionGetPayload<{ select: typeof PACKAGE }>): VettingPackage => ({
  archiveDigest: version.archiveDigest,
  packageDigest: version.packageDigest,
  reports: version.dialectReports as unknown as Report[],
  manifest: version.manifest as unknown as SkillManifest,
});

/** The job with what there is to vet; null when it does not exist. */
export async function findTask(db: Database, jobId: string): Promise<VettingTask | null> {
  const job = await db.vettingJob.findUnique({
    where: { id: jobId },
    select: {
      id: true,
      jobStatus: true,
      versionId: true,
      version: { select: PACKAGE },
    },
  });
  if (!job) return null;
  const { version, ...task } = job;
  return { ...task, ...toPackage(version) };
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

export interface OldReport {
  versionId: string;
  reportEdition: number;
  /** Of its newest vetting. */
  accountId: string | null;
  opinionOf: string | null;
}

/** Versions whose newest report is of an older engine, what is listed first; none whose vetting is under way. */
export function listOldReports(db: Database, limit: number): Promise<OldReport[]> {
  return db.$queryRaw<OldReport[]>(sql`
    SELECT v."id" AS "versionId", v."report_edition" AS "reportEdition", j."account_id" AS "accountId", o."vetting_job_id" AS "opinionOf"
    FROM "SkillVersions" v
    LEFT JOIN LATERAL (SELECT "id", "account_id" FROM "VettingJobs" WHERE "version_id" = v."id"
      ORDER BY "created_at" DESC LIMIT 1) j ON TRUE
    LEFT JOIN "SecondOpinions" o ON o."vetting_job_id" = j."id"
    WHERE v."report_edition" < ${ENGINE_EDITION} AND v."report_edition" <> ${-ENGINE_EDITION} AND v."vetting_status" <> 'pending'
      AND v."erased_at" IS NULL
    ORDER BY v."published_at" IS NULL, v."created_at" DESC, v."id" LIMIT ${limit}`);
}

/** Notes that this engine has judged a version; false where its edition is not `from` (any more). */
export async function setReportEdition(
  db: Database,
  versionId: string,
  { from, isJudged = true }: { from?: number; isJudged?: boolean } = {},
): Promise<boolean> {
  const where = { id: versionId, ...(from === undefined ? {} : { reportEdition: from }) };
  const data = { reportEdition: isJudged ? ENGINE_EDITION : -ENGINE_EDITION };
  return (await db.skillVersion.updateMany({ where, data })).count === 1;
}

/** What a model said of a package stands with its newest report, too: the package is the same. */
export async function copyOpinion(db: Database, from: string, vettingJobId: string): Promise<void> {
  const opinion = await db.secondOpinion.findUnique({ where: { vettingJobId: from } });
  if (opinion === null) return;
  const reasons = opinion.reasons as Prisma.InputJsonValue;
  await db.secondOpinion.create({ data: { ...opinion, reasons, vettingJobId } });
}

/** What there is to vet of a version, for a job that is made only once it has been judged. */
export async function findPackage(db: Database, versionId: string): Promise<VettingPackage> {
  const version = await db.skillVersion.findUniqueOrThrow({ where: { id: versionId }, select: PACKAGE });
  return toPackage(version);
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
      yankKind: true,
      publisherId: true,
      uploadedBy: { select: { id: true, username: true } },
      skill: {
        select: {
          slug: true,
          ownerId: true,
          claimTokenHash: true,
          owner: {
            select: { members: { where: { state: "active" }, select: { accountId: true, roles: true } } },
          },
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

const { sql } = Prisma;

export interface StrandedVersion {
  versionId: string;
  /** Its newest vetting job. */
  vettingJobId: string;
  jobStatus: VettingJobState;
  accountId: string | null;
}

/** Versions from before `before` that wait for a vetting which nobody is going to do, oldest first. */
export function findStranded(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<StrandedVersion[]> {
  return db.$queryRaw<StrandedVersion[]>(sql`
    SELECT v."id" AS "versionId", j."id" AS "vettingJobId", j."job_status"::text AS "jobStatus", j."account_id" AS "accountId"
    FROM "SkillVersions" v
    JOIN LATERAL (
      SELECT "id", "job_status", "account_id" FROM "VettingJobs"
      WHERE "version_id" = v."id" ORDER BY "created_at" DESC LIMIT 1) j ON TRUE
    WHERE v."vetting_status" = 'pending' AND v."created_at" < ${before} AND NOT EXISTS (
      SELECT 1 FROM "Jobs" q WHERE q."kind" IN ('vet_version', 'ask_opinion') AND q."done_at" IS NULL AND q."failed_at" IS NULL
        AND q."payload"->>'vettingJobId' = j."id")
    ORDER BY v."created_at" LIMIT ${limit}`);
}

/** Keeps what a model said of what a vetting job judged; a job has one opinion. */
export async function insertOpinion(
  db: Database,
  vettingJobId: string,
  { model, promptVersion, promptDigest, opinion, askedAt }: Omit<AskedOpinion, "hidden"> & { askedAt: Date },
): Promise<void> {
  const reasons = (opinion?.reasons ?? []) as unknown as Prisma.InputJsonArray;
  const verdict = opinion?.verdict ?? null;
  await db.secondOpinion.create({
    data: { vettingJobId, model, promptVersion, promptDigest, verdict, reasons, askedAt },
    select: { vettingJobId: true },
  });
}
