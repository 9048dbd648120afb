import { systemClock } from "@/lib/kernel/clock";
import { readFromReplica } from "@/lib/db/replicas/read-from-replica";
import { selectRevisions } from "@/lib/catalogue/revisions/repository";
import type { Scope } from "@/lib/catalogue/revisions/scope";

/**
 * Does `read` with a replica, if what it has of the scope is of this very revision, and else with the primary: what
 * comes of it may be kept under that revision, which was read from the primary. A change that the replica has not
 * replayed makes the two differ, so a page made after a change shows it, for everybody. What has no revision is as old
 * as a replica may be. A scope of null shows nothing of the database.
 */
export async function readAsNewAs<T>(
  { scope, counting = null, revision }: { scope: Scope | null; counting?: string | null; revision: string },
  read: () => Promise<T>,
): Promise<T> {
  if (scope === null) return read();
  return readFromReplica(async () => {
    const [here] = await selectRevisions([{ scope, counting }], systemClock.now());
    return here === revision;
  }, read);
}
