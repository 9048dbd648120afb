import { blobStore } from "@/lib/platform/blobs/current-blob-store";
import { database } from "@/lib/db/client";
import { isShownIcon } from "@/lib/registry/packages/files-repository";

const PREFIX = "sha256:";
const PATH = /^\/icons\/([0-9a-f]{64})\.png$/;

/** Where the picture of a digest is served; another picture has another address. */
export const iconPath = (digest: string): string => `/icons/${digest.slice(PREFIX.length)}.png`;

/** The digest of the picture that is served there; null of any other path. */
function digestOfIcon(path: string): string | null {
  const [, hex] = PATH.exec(path) ?? [];
  return hex === undefined ? null : PREFIX + hex;
}

/**
 * The PNG that is served at a path (`iconPath`); null for what is not the icon of anything published, so that nothing is
 * served of what waits for vetting, was rejected, or is in quarantine.
 */
export async function findIcon(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const digest = digestOfIcon(path);
  if (digest === null || !(await isShownIcon(database(), digest))) return null;
  return new Uint8Array(await blobStore().get(digest));
}
