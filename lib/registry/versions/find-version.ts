import type { Database } from "@/lib/db/client";
import { findVersion as findRow, type ReleasedVersion } from "@/lib/registry/versions/versions-repository";

/** A version with its manifest and its skill, whatever its state; null for an unknown id. */
export function findVersion(db: Database, id: string): Promise<ReleasedVersion | null> {
  return findRow(db, id);
}
