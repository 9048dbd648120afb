import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import type { Actor } from "@/lib/identity/actor";
import { toOpinionView } from "@/lib/registry/versions/opinion-view";
import type { FindingView, OpinionView, Uploader, VettingStatus } from "@/lib/registry/views";
import type { Report } from "@/lib/skill-format";
import {
  findLatestJobOfVersion,
  findVettingJob,
  type VettingJobRow,
  type VettingJobState,
} from "@/lib/publishing/vetting/repository";
import { mayActOnSkill } from "@/lib/registry/find-skill";
import { isClosedKind } from "@/lib/registry/versions/yank-kinds";
import { readArchiveOfVersion } from "@/lib/registry/packages/read-package";
import { MARKET, readAs } from "@/lib/registry/access/reader";

export interface VettingJobView {
  jobId: string;
  versionId: string;
  slug: string;
  version: string;
  uploader: Uploader | null;
  jobStatus: VettingJobState;
  /** Of the version as it stands now: an administrator may have decided after the job. */
  vettingStatus: VettingStatus;
  isDone: boolean;
  published: boolean;
  /** Nobody is given its text any more, nor what vetting repeated of it. */
  closed: boolean;
  findings: FindingView[];
  opinion: OpinionView | null;
  summary: string | null;
  engineVersion: string | null;
  reportDigest: string | null;
  dialectReports: Report[];
  startedAt: string;
  finishedAt: string | null;
}

/**
 * What became of the vetting of an upload, for the account that uploaded it, owns its skill, maintains it or publishes for its owner.
 * Another account's job is answered like one that does not exist: VETTING_JOB_NOT_FOUND (USK, AG2).
 */
export async function getVettingJob(jobId: string, accountId: string): Promise<VettingJobView> {
  return viewFor(await findVettingJob(database(), jobId), accountId);
}

/**
 * The same for the vetting of a draft, for whoever has its claim token, given by its hash. What an account has uploaded
 * since it was claimed is that account's alone.
 */
export async function getVettingJobOfDraft(jobId: string, claimTokenHash: string): Promise<VettingJobView> {
  const row = await findVettingJob(database(), jobId);
  if (row?.accountId === null && row.version.skill.claimTokenHash === claimTokenHash) return toView(row);
  throw jobNotFound();
}

/** The newest vetting job of a version, under the same rule. */
export async function getVettingOfVersion(versionId: string, accountId: string): Promise<VettingJobView> {
  return viewFor(await findLatestJobOfVersion(database(), versionId), accountId);
}

/**
 * The same for the page of the version, which administrators read as well: they decide about it. `own` is false for
 * them; `appealable` is true for the owner, who alone speaks for the skill.
 */
export async function getVettingToRead(
  versionId: string,
  { accountId, role }: Pick<Actor, "accountId" | "role">,
): Promise<{ job: VettingJobView; own: boolean; appealable: boolean }> {
  const row = await findLatestJobOfVersion(database(), versionId);
  const own = isOwn(row, accountId);
  if (!row || (!own && role !== "administrator")) throw jobNotFound();
  return { job: toView(row), own, appealable: mayActOnSkill(row.version.skill, accountId, "own") };
}

function viewFor(row: VettingJobRow | null, accountId: string): VettingJobView {
  if (!row || !isOwn(row, accountId)) throw jobNotFound();
  return toView(row);
}

const isOwn = (row: VettingJobRow | null, accountId: string) =>
  row !== null &&
  (row.accountId === accountId ||
    mayActOnSkill(row.version.skill, accountId, "publish") ||
    row.version.skill.maintainers.some((maintainer) => maintainer.accountId === accountId));

/** Of another account, or of nobody: both are answered alike. */
export function jobNotFound(): DomainError {
  return new DomainError("VETTING_JOB_NOT_FOUND", "There is no vetting job of yours with this id.");
}

/** A version withdrawn while it was vetted is not touched any more; what was found of it stands with the job alone. */
function statusOf({ vettingStatus, version }: VettingJobRow): VettingStatus {
  return version.vettingStatus === "pending" ? vettingStatus : version.vettingStatus;
}

function uploaderOf({ publisherId, uploadedBy: by }: VettingJobRow["version"]): Uploader | null {
  return by && { username: by.username, isMaintainer: publisherId !== null && publisherId !== by.id };
}

function toView(row: VettingJobRow): VettingJobView {
  const closed = isClosedKind(row.version.yankKind);
  return {
    jobId: row.id,
    versionId: row.versionId,
    slug: row.version.skill.slug,
    version: row.version.version,
    uploader: uploaderOf(row.version),
    jobStatus: row.jobStatus,
    vettingStatus: statusOf(row),
    isDone: row.jobStatus === "done" || row.jobStatus === "failed",
    published: row.version.publishedAt !== null,
    closed,
    findings: closed ? [] : (row.findings as FindingView[]),
    opinion: closed ? null : toOpinionView(row.opinion),
    summary: row.summary,
    engineVersion: row.engineVersion,
    reportDigest: row.reportDigest,
    dialectReports: closed ? [] : (row.version.dialectReports as unknown as Report[]),
    startedAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

/**
 * The archive of an upload, whatever vetting said of it: its owner gets back what was sent, an administrator reads what
 * is to be decided about. Throws VETTING_JOB_NOT_FOUND for anybody else, VERSION_CLOSED, and PACKAGE_CORRUPT.
 */
export async function readUpload(
  versionId: string,
  reader: Pick<Actor, "accountId" | "role">,
): Promise<{ bytes: Uint8Array; fileName: string }> {
  const { job } = await getVettingToRead(versionId, reader);
  const { bytes } = await readAs(MARKET, () => readArchiveOfVersion(versionId));
  return { bytes, fileName: `${job.slug}-${job.version}.skill` };
}
