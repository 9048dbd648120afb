import { database, type Database } from "@/lib/db/client";
import {
  selectFiles,
  findPackage,
  selectLatestPackages,
  type LatestPackage,
} from "@/lib/registry/packages/files-repository";
import { assertNotClosed } from "@/lib/registry/versions/find-version";
import type { PackageFileRow } from "@/lib/registry/views";
import { loadPackage } from "@/lib/platform/blobs/load-package";
import type { SkillPackage } from "@/lib/package";
import { blobStore } from "@/lib/platform/blobs/current-blob-store";
import { DomainError } from "@/lib/kernel/errors";

/** The files of a version's package with their digests, by path. */
export function listFiles(versionId: string, db: Database = database()): Promise<PackageFileRow[]> {
  return selectFiles(db, versionId);
}

/** The unpacked package of a version, checked against its digest; null for an unknown id, or a closed one. Throws PACKAGE_CORRUPT. */
export async function loadPackageOfVersion(versionId: string): Promise<SkillPackage | null> {
  const stored = await findPackage(database(), versionId);
  return stored && loadPackage(stored.archiveDigest, stored.packageDigest);
}

/**
 * The archive of a version as it is downloaded; the blob store checks its digest. Throws
 * VERSION_NOT_FOUND, VERSION_CLOSED, PACKAGE_CORRUPT.
 */
export async function readArchiveOfVersion(
  versionId: string,
): Promise<{ bytes: Uint8Array; archiveDigest: string; packageDigest: string }> {
  const stored = await findPackage(database(), versionId);
  if (!stored) {
    await assertNotClosed(versionId);
    throw new DomainError("VERSION_NOT_FOUND", "There is no such version.");
  }
  return { bytes: await blobStore().get(stored.archiveDigest), ...stored };
}

export type { LatestPackage };

/**
 * The packages of the newest versions of skills, by the id of the skill; skills without one are left out. One query.
 */
export async function mapLatestPackages(skillIds: readonly string[]): Promise<Map<string, LatestPackage>> {
  if (skillIds.length === 0) return new Map();
  const packages = await selectLatestPackages(database(), skillIds);
  return new Map(packages.map((each) => [each.skillId, each]));
}
