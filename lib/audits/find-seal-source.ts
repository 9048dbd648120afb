import { sealCounts } from "@/lib/audits/seal-counts";
import { findCarriedFrom, listSealRows } from "@/lib/audits/seals-repository";
import type { Database } from "@/lib/db/client";

const MOST_SEALS = 100;

/**
 * The version whose seal makes this one Audited: itself, or the one whose audit it carries; null when it is not
 * Audited. A patch of it carries the audit from there.
 */
export async function findSealSource(db: Database, versionId: string, now: Date): Promise<string | null> {
  const carriedFrom = await findCarriedFrom(db, versionId);
  const candidates = carriedFrom === null ? [versionId] : [versionId, carriedFrom];
  const seals = await listSealRows(db, { versionIds: candidates, skip: 0, take: MOST_SEALS });
  const counting = seals.filter((seal) => sealCounts(seal, now));
  return candidates.find((id) => counting.some((seal) => seal.versionId === id)) ?? null;
}
