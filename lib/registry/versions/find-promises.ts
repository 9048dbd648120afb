import type { Database } from "@/lib/db/client";
import type { Promises } from "@/lib/registry/differences/list-differences";
import { findPromises as findStored } from "@/lib/registry/versions/versions-repository";

/** What a stored version promises. Throws when there is no such version. */
export const findPromises = (db: Database, versionId: string): Promise<Promises> => findStored(db, versionId);
