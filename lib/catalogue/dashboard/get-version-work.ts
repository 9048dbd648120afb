import { findVersionWork, findVersionDuty } from "@/lib/catalogue/dashboard/repository";
import { database } from "@/lib/db/client";
import { findVersionJobs, type JobProgress } from "@/lib/platform/jobs/queue";
import { DomainError } from "@/lib/kernel/errors";
import { type AuditDuty, findDuty } from "@/lib/audits/audit-duty";
import { systemClock } from "@/lib/kernel/clock";
import type { Bump, Difference } from "@/lib/registry/differences/difference";

/** What the market does for a version once it is listed, and how far that is; null where there is nothing to do. */
export interface VersionWork {
  examples: {
    total: number;
    proven: number;
    /** They were looked at, and all of them could be run. */
    replayed: boolean;
    progress: JobProgress | null;
  } | null;
  packages: { count: number; progress: JobProgress | null } | null;
}

/** How far the replay of a version's examples and its packages for other platforms are. Throws VERSION_NOT_FOUND. */
export async function getVersionWork(versionId: string): Promise<VersionWork> {
  const [row, progress] = await Promise.all([
    findVersionWork(database(), versionId),
    findVersionJobs([versionId]),
  ]);
  if (!row) throw new DomainError("VERSION_NOT_FOUND", "There is no such version.");
  const { examplesTotal, examplesProven, examplesCheckedAt, notRun, platforms } = row;
  return {
    examples:
      examplesTotal === 0
        ? null
        : {
            total: examplesTotal,
            proven: examplesProven,
            replayed: examplesCheckedAt !== null && notRun === 0,
            progress: progress("replay_examples", versionId),
          },
    packages: platforms === 0 ? null : { count: platforms, progress: progress("convert_version", versionId) },
  };
}

interface VersionDutyView {
  /** The release it was compared with; null for a first one. */
  base: string | null;
  requiredBump: Bump | null;
  differences: Difference[];
  duty: AuditDuty;
  /** The version whose audit it carries, while that is in force. */
  carriedFrom: string | null;
  /** Since when its owner asks for an audit; null while nobody does. */
  auditAskedAt: string | null;
  /** Its package has an icon that breaks a rule (`readIcon`), so that the mark made of its name stands there. */
  isIconRefused: boolean;
}

/** What a version changed, which audit that asks for, and what it lacks. Throws VERSION_NOT_FOUND. */
export async function getVersionDuty(versionId: string): Promise<VersionDutyView> {
  const row = await findVersionDuty(database(), versionId);
  if (!row) throw new DomainError("VERSION_NOT_FOUND", "There is no such version.");
  const { duty } = await findDuty(database(), versionId, systemClock.now());
  return {
    base: row.previousVersion?.version ?? null,
    requiredBump: row.requiredBump as Bump | null,
    differences: (row.differences ?? []) as unknown as Difference[],
    duty,
    carriedFrom: duty === "none" ? (row.auditCarriedFrom?.version ?? null) : null,
    auditAskedAt: row.auditAskedAt?.toISOString() ?? null,
    isIconRefused: row.iconDigest === null && row.files.length > 0,
  };
}
