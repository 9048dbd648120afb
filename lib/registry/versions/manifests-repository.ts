import type { Database } from "@/lib/db/client";
import { MANIFEST_EDITION } from "@/lib/registry/versions/manifest-edition";

export interface OldManifest {
  id: string;
  skillId: string;
  archiveDigest: string;
  packageDigest: string;
  manifest: object;
}

/** Versions whose manifest is of an older edition, the newest first: what is listed is read before what was. */
export async function listOldManifests(db: Database, limit: number): Promise<OldManifest[]> {
  const rows = await db.skillVersion.findMany({
    where: { manifestEdition: { lt: MANIFEST_EDITION } },
    select: { id: true, skillId: true, archiveDigest: true, packageDigest: true, manifest: true },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    take: limit,
  });
  return rows.map((row) => ({ ...row, manifest: row.manifest as object }));
}

/** Stores a manifest of the present edition, and what a version has in common with its copies. */
export async function setManifest(
  db: Database,
  id: string,
  { manifest, contentDigest }: { manifest: object; contentDigest: string | null },
): Promise<void> {
  const data = { manifest, contentDigest, manifestEdition: MANIFEST_EDITION };
  await db.skillVersion.update({ where: { id }, data, select: { id: true } });
}
