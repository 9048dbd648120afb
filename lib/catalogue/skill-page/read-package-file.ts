import { database } from "@/lib/db/client";
import { sha256Hex } from "@/lib/kernel/digest";
import { DomainError } from "@/lib/kernel/errors";
import { findFile } from "@/lib/catalogue/skill-page/detail-repository";
import { assertNotClosed } from "@/lib/registry/versions/find-version";
import { loadPackage } from "@/lib/platform/blobs/load-package";

/** One file of a version's package, checked against its digest. Throws NOT_FOUND, VERSION_CLOSED and PACKAGE_CORRUPT. */
export async function readPackageFile(
  versionId: string,
  path: string,
): Promise<{ bytes: Uint8Array; isText: boolean; sha256: string }> {
  const file = await findFile(database(), versionId, path);
  if (!file) throw await noFile(versionId);
  const { files } = await loadPackage(file.archiveDigest, file.packageDigest);
  const bytes = files.find((one) => one.path === path)?.bytes;
  if (!bytes || sha256Hex(bytes) !== file.sha256) {
    throw new DomainError("PACKAGE_CORRUPT", "The stored file does not match its digest.");
  }
  return { bytes, isText: file.isText, sha256: file.sha256 };
}

/** Several files of a version's package, with one question to the database. Throws NOT_FOUND, VERSION_CLOSED and PACKAGE_CORRUPT. */
export async function readPackageFiles(
  versionId: string,
  paths: readonly string[],
): Promise<{ path: string; bytes: Uint8Array }[]> {
  const [first] = paths;
  if (first === undefined) return [];
  const file = await findFile(database(), versionId, first);
  if (!file) throw await noFile(versionId);
  const { files } = await loadPackage(file.archiveDigest, file.packageDigest); // its digest covers every byte
  return paths.flatMap((path) => files.find((each) => each.path === path) ?? []);
}

async function noFile(versionId: string): Promise<DomainError> {
  await assertNotClosed(versionId);
  return new DomainError("NOT_FOUND", "The package has no such file.");
}
