import { sealCounts } from "@/lib/audits/seal-counts";
import { listSealRows } from "@/lib/audits/seals-repository";
import type { Database } from "@/lib/db/client";

const MOST_SEALS = 100;

/**
 * The version whose seal makes this one Audited: itself, or the one whose audit it carries; null when it is not
 * Audited. A patch of it carries the audit from there.
 */
export async function findSealSource(db: Database, versionId: string, now: Date): Promise<string | null> {
  const seals = await listSealRows(db, { standingFor: versionId, take: MOST_SEALS });
  const counting = seals.filter((seal) => sealCounts(seal, now)).map((seal) => seal.versionId);
  return counting.includes(versionId) ? versionId : (counting[0] ?? null);
}
