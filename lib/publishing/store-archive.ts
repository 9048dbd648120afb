import { packArchive } from "@/lib/blobs/archives";
import { storeBlob } from "@/lib/blobs/store-blob";
import { DomainError } from "@/lib/kernel/errors";
import { SKILL_ARCHIVE_LIMITS } from "@/lib/package";
import type { Upload } from "@/lib/publishing/read-upload";

export interface StoredArchive {
  digest: string;
  sizeBytes: number;
  /** Of the picture of its icon; null where it has none. */
  iconDigest: string | null;
}

/**
 * Writes the package as its one canonical archive (files under `<slug>/`, equal packages give equal bytes) and puts it
 * into the blob store, with the picture of its icon. Only a package too large for that is deflated. Throws CONTENT_TOO_LARGE when even then nobody
 * could upload it again.
 */
export async function storeArchive({ package: { files }, check, icon }: Upload): Promise<StoredArchive> {
  const rootDirectory = check.manifest.slug;
  let bytes = await packArchive({ files, rootDirectory });
  if (bytes.length > SKILL_ARCHIVE_LIMITS.maxArchiveBytes)
    bytes = await packArchive({ files, rootDirectory, compression: "deflate" });
  if (bytes.length > SKILL_ARCHIVE_LIMITS.maxArchiveBytes) {
    throw new DomainError(
      "CONTENT_TOO_LARGE",
      `The package has ${bytes.length} bytes as an archive; at most ${SKILL_ARCHIVE_LIMITS.maxArchiveBytes} are allowed.`,
    );
  }
  return {
    digest: await storeBlob(bytes),
    sizeBytes: bytes.length,
    iconDigest: icon && (await storeBlob(icon)),
  };
}
