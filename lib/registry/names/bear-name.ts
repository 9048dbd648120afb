import type { Database } from "@/lib/db/client";
import { setBorne } from "@/lib/registry/names/names-repository";

/** Writes down that a version bears the name, in the caller's transaction: from now on it leads to the skill for good. */
export function bearName(db: Database, name: string, now: Date): Promise<void> {
  return setBorne(db, name, now);
}
