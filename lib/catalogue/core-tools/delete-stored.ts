import type { Database } from "@/lib/db/client";
import { deleteStored } from "@/lib/catalogue/core-tools/repository";

/** Deletes the profiles and reminders that models kept for these accounts and agents, in the caller's transaction. */
export function deleteStoredFor(db: Database, ownerIds: readonly string[]): Promise<void> {
  return deleteStored(db, ownerIds);
}
