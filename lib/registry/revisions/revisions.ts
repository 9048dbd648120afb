import { systemClock } from "@/lib/kernel/clock";
import { batched } from "@/lib/db/batch";
import { currentSource } from "@/lib/db/replicas/reading";
import {
  selectRevisions,
  type AskedRevision,
  findSkillId,
  sumRows,
} from "@/lib/registry/revisions/repository";
import { CATALOGUE, type Scope } from "@/lib/registry/revisions/scope";
import { LRUCache } from "lru-cache";
import { readFromReplica } from "@/lib/db/replicas/read-from-replica";
import { database } from "@/lib/db/client";

export { CATALOGUE, type Scope } from "@/lib/registry/revisions/scope";

/**
 * What a scope of the catalogue is at this moment: an answer made after it was read, of things in the scope, is still
 * true as long as it is the same. Whoever asks at the same time shares one statement. Moments of looking are no part of
 * it (the list is in the migration that made "Changes"), and counters only those of the skill whose id is `counting`.
 */
export const readRevision = (scope: Scope, { counting = null }: { counting?: string | null } = {}) =>
  readTogether({ scope, counting });

const readTogether: (asked: AskedRevision) => Promise<string> = batched((asked: readonly AskedRevision[]) =>
  selectRevisions(asked, systemClock.now()),
);

/**
 * The same as the server has it that the work under way reads from: what that server is asked afterwards is at least as
 * new. The primary may be ahead of it.
 */
export async function readRevisionHere(scope: Scope): Promise<string> {
  if (currentSource() === null) return readRevision(scope);
  const [revision = ""] = await selectRevisions([{ scope, counting: null }], systemClock.now());
  return revision;
}

const MOST_NAMES = 20_000;
/** A name never passes to another skill, so its id can be remembered. */
const idOfName = new LRUCache<string, string>({ max: MOST_NAMES });

/**
 * The scope of what shows one skill alone, by its id or a name it has or had; without one that of the catalogue. Null
 * where there is no such skill.
 */
export async function findScope(skill: string | null): Promise<Scope | null> {
  if (skill === null) return CATALOGUE;
  const id = idOfName.get(skill) ?? (await findSkillId(skill));
  if (id !== null) idOfName.set(skill, id);
  return id;
}

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

/** Keeps the reading of a revision as cheap as it is: a scope that changed often has one row again afterwards. */
export async function sumChanges(): Promise<void> {
  await sumRows(database());
}
