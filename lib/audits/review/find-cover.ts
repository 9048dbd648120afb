import { scopeOf } from "@/lib/audits/queue/audit-duty";
import { findDuty, type AskedAudit } from "@/lib/audits/queue/find-duty";
import type { AuditScope } from "@/lib/audits/audit-statement";
import { coveredFiles, pairFiles, type FilePair } from "@/lib/audits/review/covered-files";
import { listPackageFiles } from "@/lib/audits/review/repository";
import type { Database } from "@/lib/db/client";

/** What a seal of a version would say now: how much was read, against what, and which files that is. */
export interface Cover extends AskedAudit {
  scope: AuditScope;
  /** Files of both versions; of the one alone where it is read against none. */
  pairs: FilePair[];
  covered: FilePair[];
}

/** What a seal of the version would cover now. Throws when there is no such version. */
export async function findCover(db: Database, versionId: string, now: Date): Promise<Cover> {
  const asked = await findDuty(db, versionId, now);
  const scope = scopeOf(asked.duty);
  const pairs = await readPairs(db, versionId, asked.base?.versionId ?? null);
  return { ...asked, scope, pairs, covered: coveredFiles(pairs, scope) };
}

/** The files of a version, and of the one it is read against. */
export async function readPairs(db: Database, versionId: string, baseId: string | null): Promise<FilePair[]> {
  const [before, after] = await Promise.all([
    baseId === null ? [] : listPackageFiles(db, baseId),
    listPackageFiles(db, versionId),
  ]);
  return pairFiles(before, after);
}
