import { database } from "@/lib/db/client";
import { selectSameContent, type SameContent } from "@/lib/registry/versions/versions-repository";

export type { SameContent };

/**
 * The earlier skill of another account that holds the same as a version under another name; null if there is none.
 * Nothing is said of who wrote it: whoever came first may have taken it from elsewhere. One query.
 */
export function findSameContent(version: { versionId: string }): Promise<SameContent | null> {
  return selectSameContent(database(), version.versionId);
}
