import { sha256Digest } from "@/lib/kernel/digest";
import { packArchive, unpackStored } from "@/lib/platform/blobs/load-package";
import type { PackageFile } from "@/lib/package";
import { DomainError } from "@/lib/kernel/errors";
import { readArchiveOfVersion } from "@/lib/registry/packages/read-package";

const MAX_REMEMBERED = 5_000;

/** Digests of flat archives by the digest of the package; the same everywhere, so that no instance knows better. */
const digests = new Map<string, string>();

interface FlatPackage {
  /** A ZIP archive with SKILL.md at its root. */
  bytes: Uint8Array;
  /** `sha256:<hex>` of these bytes. */
  digest: string;
  /** Of the published package: its files are these files. */
  packageDigest: string;
}

/**
 * The published package of a version without a folder round it, as clients of other markets unpack it. Stored, not
 * deflated: equal packages give equal bytes on every machine. Throws VERSION_NOT_FOUND and PACKAGE_CORRUPT.
 */
export async function readFlatPackage(versionId: string): Promise<FlatPackage> {
  const { bytes: archive, packageDigest } = await readArchiveOfVersion(versionId);
  const read = await unpackStored(archive);
  if (!read.ok || read.package.digest !== packageDigest) {
    throw new DomainError("PACKAGE_CORRUPT", "The stored package is not what was published.");
  }
  const bytes = await packArchive({ files: read.package.files.map(withKnownName) });
  const digest = sha256Digest(bytes);
  remember(packageDigest, digest);
  return { bytes, digest, packageDigest };
}

/** The digest of the flat archive of a version, without reading it again when it is known. */
export async function digestOfFlatPackage(version: {
  versionId: string;
  packageDigest: string;
}): Promise<string> {
  return digests.get(version.packageDigest) ?? (await readFlatPackage(version.versionId)).digest;
}

/** Our formats take `skill.md` too; the clients look for capitals. */
const withKnownName = (file: PackageFile): PackageFile =>
  file.path === "skill.md" ? { ...file, path: "SKILL.md" } : file;

function remember(packageDigest: string, digest: string): void {
  const [oldest] = digests.size >= MAX_REMEMBERED ? digests.keys() : [];
  if (oldest !== undefined) digests.delete(oldest);
  digests.set(packageDigest, digest);
}
