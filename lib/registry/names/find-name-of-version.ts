import { database } from "@/lib/db/client";
import { findVersionName } from "@/lib/registry/packages/files-repository";

/** What a version is called; null when there is none with this id. */
export function findNameOfVersion(versionId: string): Promise<{ slug: string; version: string } | null> {
  return findVersionName(database(), versionId);
}
