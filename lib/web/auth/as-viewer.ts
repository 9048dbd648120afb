import { readAs, readerOf } from "@/lib/registry/access/reader";
import { currentActor } from "@/lib/web/auth/current-actor";

/**
 * Reads for a page in the name of whoever is signed in: private skills are there for those who may read them. Pages of a session are never
 * cached (`processes/pages/cache-pages.ts`).
 */
export async function asViewer<T>(work: () => Promise<T>): Promise<T> {
  return readAs(readerOf(await currentActor()), work);
}
