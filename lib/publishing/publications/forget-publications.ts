import { DAY_MS } from "@/lib/kernel/clock";
import { database, type Database } from "@/lib/db/client";
import { deletePublicationsBefore, deletePublicationsOf } from "@/lib/publishing/publications/repository";

/** Days a package stays under way after its last change. */
const KEEP_DAYS = 30;

/** Throws away what nobody went on with. */
export async function forgetPublications(now: Date): Promise<void> {
  await deletePublicationsBefore(database(), new Date(now.getTime() - KEEP_DAYS * DAY_MS));
}

/** Throws away what an account has under way, in the caller's transaction. */
export function forgetPublicationsOf(db: Database, accountId: string): Promise<void> {
  return deletePublicationsOf(db, accountId);
}
