import type { Actor } from "@/lib/identity/actor";
import { readArchiveOfVersion } from "@/lib/registry/packages/read-archive-of-version";
import { getVettingToRead } from "@/lib/publishing/vetting/get-vetting-job";

/**
 * The archive of an upload, whatever vetting said of it: its owner gets back what was sent, an administrator reads what
 * is to be decided about. Throws VETTING_JOB_NOT_FOUND for anybody else, and PACKAGE_CORRUPT.
 */
export async function readUpload(
  versionId: string,
  reader: Pick<Actor, "accountId" | "role">,
): Promise<{ bytes: Uint8Array; fileName: string }> {
  const { job } = await getVettingToRead(versionId, reader);
  const { bytes } = await readArchiveOfVersion(versionId);
  return { bytes, fileName: `${job.slug}-${job.version}.skill` };
}
