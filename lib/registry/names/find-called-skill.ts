import type { Database } from "@/lib/db/client";
import { findCalledSkill as findRow } from "@/lib/registry/names/names-repository";

/** The skill of this id, or that is or was called so, with its present name; null when there is none. One query. */
export function findCalledSkill(
  db: Database,
  nameOrId: string,
): Promise<{ id: string; slug: string } | null> {
  return findRow(db, nameOrId);
}
