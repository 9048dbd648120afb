import { loadPackage } from "@/lib/blobs/load-package";
import { database } from "@/lib/db/client";
import type { SkillPackage } from "@/lib/package";
import { findPackage } from "@/lib/registry/packages/files-repository";

/** The unpacked package of a version, checked against its digest; null for an unknown id. Throws PACKAGE_CORRUPT. */
export async function loadPackageOfVersion(versionId: string): Promise<SkillPackage | null> {
  const stored = await findPackage(database(), versionId);
  return stored && loadPackage(stored.archiveDigest, stored.packageDigest);
}
