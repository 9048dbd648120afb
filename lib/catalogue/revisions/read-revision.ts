import { systemClock } from "@/lib/kernel/clock";
import { batched } from "@/lib/db/batch";
import { selectRevisions } from "@/lib/catalogue/revisions/repository";
import type { Scope } from "@/lib/catalogue/revisions/scope";

/**
 * What a scope of the catalogue is at this moment: an answer made after it was read, of things in the scope, is still
 * true as long as it is the same. Whoever asks at the same time shares one statement. Counters and moments of looking
 * are no part of it (the list is in the migration that made "Changes").
 */
export const readRevision: (scope: Scope) => Promise<string> = batched((scopes: readonly Scope[]) =>
  selectRevisions(scopes, systemClock.now()),
);
