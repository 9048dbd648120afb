import { findVersionWork } from "@/lib/catalogue/dashboard/under-way-repository";
import { database } from "@/lib/db/client";
import { findVersionJobs, type JobProgress } from "@/lib/jobs/find-version-jobs";
import { DomainError } from "@/lib/kernel/errors";

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
