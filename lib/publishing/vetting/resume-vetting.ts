import { inTransaction } from "@/lib/db/transaction";
import { logger } from "@/lib/kernel/observability/logger";
import { queueVetting, requeueVetting } from "@/lib/publishing/vetting/queue-vetting";
import { findStranded, type StrandedVersion } from "@/lib/publishing/vetting/repository";

/** An upload and its job are one transaction; younger ones are left alone so that no clock that is behind matters. */
const MIN_AGE_MS = 10 * 60_000;
const BATCH = 100;

/**
 * Starts vetting again for versions that are pending and that no job is going to vet: its job was set aside or lost. A
 * vetting that can't be completed holds its version for an administrator, so none comes by twice. Returns how many
 * there were.
 */
export async function resumeVetting(now: Date): Promise<number> {
  const before = new Date(now.getTime() - MIN_AGE_MS);
  return inTransaction(async (tx) => {
    const stranded = await findStranded(tx, { before, limit: BATCH });
    for (const version of stranded) {
      if (isEnded(version)) await queueVetting(tx, { ...version, now, byJob: true });
      else await requeueVetting(tx, version.vettingJobId, now);
      logger.warn({ versionId: version.versionId }, "nobody was vetting a pending version; started again");
    }
    return stranded.length;
  });
}

/** What its readers were told of an ended job stands; another is made. */
const isEnded = ({ jobStatus }: StrandedVersion) => jobStatus === "failed" || jobStatus === "done";
