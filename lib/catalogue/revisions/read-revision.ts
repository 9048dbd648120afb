import { systemClock } from "@/lib/kernel/clock";
import { batched } from "@/lib/db/batch";
import { currentSource } from "@/lib/db/replicas/reading";
import { selectRevisions, type AskedRevision } from "@/lib/catalogue/revisions/repository";
import type { Scope } from "@/lib/catalogue/revisions/scope";

/**
 * What a scope of the catalogue is at this moment: an answer made after it was read, of things in the scope, is still
 * true as long as it is the same. Whoever asks at the same time shares one statement. Moments of looking are no part of
 * it (the list is in the migration that made "Changes"), and counters only those of the skill whose id is `counting`.
 */
export const readRevision = (scope: Scope, { counting = null }: { counting?: string | null } = {}) =>
  read({ scope, counting });

const read: (asked: AskedRevision) => Promise<string> = batched((asked: readonly AskedRevision[]) =>
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
