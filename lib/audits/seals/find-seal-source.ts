import { existsUpheldPatch } from "@/lib/audits/challenges/repository";
import { findSealSource } from "@/lib/audits/seals/seals-repository";
import type { Database } from "@/lib/db/client";

/**
 * The version whose audit a patch of this one carries (docs/dialects/differences.md): the one whose seal makes this one
 * Audited. Null when it is not Audited, and when a challenge of a patch that carries that audit was upheld: withdrawn
 * and published again under the next number, it would carry it once more.
 */
export async function findCarriedAudit(db: Database, versionId: string, now: Date): Promise<string | null> {
  const source = await findSealSource(db, versionId, now);
  return source !== null && (await existsUpheldPatch(db, source)) ? null : source;
}
