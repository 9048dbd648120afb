import type { Database } from "@/lib/db/client";
import {
  listStoredVersions as listRows,
  type StoredVersionRow,
} from "@/lib/registry/versions/versions-repository";

type Moments = "publishedAt" | "yankedAt";

/** A stored version as rules about versions read it. */
export type StoredVersion = Omit<StoredVersionRow, Moments> & { published: boolean; yanked: boolean };

/** All versions of a skill, oldest first. */
export async function listStoredVersions(db: Database, skillId: string): Promise<StoredVersion[]> {
  const rows = await listRows(db, skillId);
  return rows.map(({ publishedAt, yankedAt, ...version }) => ({
    ...version,
    published: publishedAt !== null,
    yanked: yankedAt !== null,
  }));
}
