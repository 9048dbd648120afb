import type { StoredVersionRow } from "@/lib/registry/versions/versions-repository";

/** A stored version as rules about versions read it. */
export function toStored({ publishedAt, yankedAt, ...version }: StoredVersionRow) {
  return { ...version, published: publishedAt !== null, yanked: yankedAt !== null };
}
