import { database } from "@/lib/db/client";
import { selectFiles } from "@/lib/registry/packages/files-repository";
import type { PackageFileRow } from "@/lib/registry/views";

/** The files of a version's package with their digests, by path. */
export function listFiles(versionId: string): Promise<PackageFileRow[]> {
  return selectFiles(database(), versionId);
}
