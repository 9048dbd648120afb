import { loadPackage } from "@/lib/platform/blobs/load-package";
import { database } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { isDomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { logger } from "@/lib/kernel/observability/logger";
import { outcomeOf, judge } from "@/lib/publishing/publish-version";
import {
  copyOpinion,
  findPackage,
  finishJob,
  insertVettingJob,
  listOldReports,
  setReportEdition,
  type OldReport,
} from "@/lib/publishing/vetting/repository";
import { ENGINE_VERSION } from "@/lib/vetting/report";
import type { VettingEngine, VettingResult } from "@/lib/vetting/vet-package";

/** In one go; what is left is done in the next. */
const MOST_AT_ONCE = 50;

export interface ReportRenewal {
  /** Aborted, nothing more is begun. */
  signal?: AbortSignal;
  clock?: Clock;
  most?: number;
  vet?: VettingEngine;
}

/**
 * Has this engine judge the versions that an older one judged, and stores each report as a further vetting of the version:
 * the older one stays with its engine's version and digest. Nothing is listed or taken off by it: a listed version that this
 * engine would hold waits for an administrator (lib/moderation). Returns how many, each in a transaction of its own. What
 * cannot be judged is left with the report it has; while packages cannot be read at all, the rest waits for the next time.
 */
export async function renewReports({
  signal,
  clock = systemClock,
  most = MOST_AT_ONCE,
  vet,
}: ReportRenewal = {}): Promise<number> {
  let renewed = 0;
  for (const old of await listOldReports(database(), most)) {
    if (signal?.aborted) break;
    const result = await judgeAgain(old, vet);
    if (result === "wait") break;
    if (await store(old, result, clock.now())) renewed += 1;
  }
  if (renewed > 0) logger.info({ renewed, engineVersion: ENGINE_VERSION }, "packages vetted anew");
  return renewed;
}

/** Null for a package that this engine cannot judge: nothing outside of it has a part in that. */
async function judgeAgain(
  { versionId }: OldReport,
  vet: VettingEngine | undefined,
): Promise<VettingResult | "wait" | null> {
  const task = await findPackage(database(), versionId);
  try {
    const skillPackage = await loadPackage(task.archiveDigest, task.packageDigest);
    return await judge(skillPackage, task, vet).then(({ vetting }) => vetting, unlessBusy(versionId));
  } catch (error) {
    logger.warn({ versionId, err: error }, "a package could not be read to be vetted anew");
    return isDomainError(error, "PACKAGE_CORRUPT") ? null : "wait";
  }
}

/** The thread that judges takes few at once; everything else is about the package. */
const unlessBusy = (versionId: string) => (error: unknown) => {
  if (isDomainError(error, "RATE_LIMITED")) return "wait" as const;
  logger.warn({ versionId, err: error }, "a package could not be vetted anew");
  return null;
};

/** False where another worker has stored one meanwhile. */
function store(
  { versionId, reportEdition, accountId, opinionOf }: OldReport,
  result: VettingResult | null,
  now: Date,
): Promise<boolean> {
  return inTransaction(async (tx) => {
    const isOurs = await setReportEdition(tx, versionId, { from: reportEdition, isJudged: result !== null });
    if (!isOurs || result === null) return false;
    const id = newId("vet", now.getTime());
    await insertVettingJob(tx, { id, versionId, accountId, createdAt: now });
    if (opinionOf !== null) await copyOpinion(tx, opinionOf, id);
    return finishJob(tx, id, outcomeOf(result, now));
  });
}
