import { blobStore } from "@/lib/blobs/current-blob-store";
import { database } from "@/lib/db/client";
import { digestOfIcon } from "@/lib/registry/icons/icon-path";
import { isShownIcon } from "@/lib/registry/icons/icons-repository";

/**
 * The PNG that is served at a path (`iconPath`); null for what is not the icon of anything published, so that nothing is
 * served of what waits for vetting, was rejected, or is in quarantine.
 */
export async function findIcon(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const digest = digestOfIcon(path);
  if (digest === null || !(await isShownIcon(database(), digest))) return null;
  return new Uint8Array(await blobStore().get(digest));
}
