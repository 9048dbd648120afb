import { database, type Database } from "@/lib/db/client";
import { accessKeptSince } from "@/lib/events/notices/access-change";
import { deleteAccessChangesBefore, deleteAccessChangesOf } from "@/lib/events/notices/repository";

/** Forgets what was changed about the ways into accounts more than 90 days ago. */
export function forgetAccessChanges(now: Date): Promise<number> {
  return deleteAccessChangesBefore(database(), accessKeptSince(now));
}

/** Forgets all that was changed about the ways into one account, in the caller's transaction. */
export function forgetAccessChangesOf(db: Database, accountId: string): Promise<void> {
  return deleteAccessChangesOf(db, accountId);
}
