import { existsUpheldPatch } from "@/lib/audits/challenges/repository";
import { sealCounts } from "@/lib/audits/seals/seal-counts";
import { listSealRows } from "@/lib/audits/seals/seals-repository";
import type { Database } from "@/lib/db/client";

const MOST_SEALS = 100;

/**
 * The version whose audit a patch of this one carries (docs/dialects/differences.md): the one whose seal makes this one
 * Audited. Null when it is not Audited, and when a challenge of a patch that carries that audit was upheld: withdrawn
 * and published again under the next number, it would carry it once more.
 */
export async function findCarriedAudit(db: Database, versionId: string, now: Date): Promise<string | null> {
  const source = await findSealSource(db, versionId, now);
  return source !== null && (await existsUpheldPatch(db, source)) ? null : source;
}

/** The version whose seal makes this one Audited: itself, or the one whose audit it carries; null for neither. */
export async function findSealSource(db: Database, versionId: string, now: Date): Promise<string | null> {
  const seals = await listSealRows(db, { standingFor: versionId, now, take: MOST_SEALS });
  const counting = seals.filter((seal) => sealCounts(seal, now)).map((seal) => seal.versionId);
  return counting.includes(versionId) ? versionId : (counting[0] ?? null);
}
