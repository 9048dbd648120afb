import type { Database } from "@/lib/db/client";
import type { StoredPackage } from "@/lib/registry/packages/files-repository";

/** One file of a version and where its package lies; null when there is no such file. */
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
