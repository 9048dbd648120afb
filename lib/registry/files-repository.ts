import type { Database } from "@/lib/db/client";
import type { PackageFileRow } from "@/lib/registry/views";

export function selectFiles(db: Database, versionId: string): Promise<PackageFileRow[]> {
  return db.packageFile.findMany({
    where: { versionId },
    orderBy: { path: "asc" },
    select: { path: true, sha256: true, sizeBytes: true, isText: true },
  });
}

export interface StoredPackage {
  archiveDigest: string;
  packageDigest: string;
}

export function findPackage(db: Database, versionId: string): Promise<StoredPackage | null> {
  return db.skillVersion.findUnique({
    where: { id: versionId },
    select: { archiveDigest: true, packageDigest: true },
  });
}

export async function findFile(
  db: Database,
  versionId: string,
  path: string,
): Promise<(StoredPackage & { sha256: string; isText: boolean }) | null> {
  const row = await db.packageFile.findUnique({
    where: { versionId_path: { versionId, path } },
    select: { sha256: true, isText: true, version: { select: { archiveDigest: true, packageDigest: true } } },
  });
  return row && { sha256: row.sha256, isText: row.isText, ...row.version };
}
