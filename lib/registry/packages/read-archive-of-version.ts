import { blobStore } from "@/lib/blobs/current-blob-store";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { findPackage } from "@/lib/registry/packages/files-repository";

/**
 * The archive of a version as it is downloaded; the blob store checks its digest. Throws
 * VERSION_NOT_FOUND, PACKAGE_CORRUPT.
 */
export async function readArchiveOfVersion(
  versionId: string,
): Promise<{ bytes: Uint8Array; archiveDigest: string; packageDigest: string }> {
  const stored = await findPackage(database(), versionId);
  if (!stored) throw new DomainError("VERSION_NOT_FOUND", "There is no such version.");
  return { bytes: await blobStore().get(stored.archiveDigest), ...stored };
}
