import { storeGitTree } from "@/lib/catalogue/git/git-trees";
import { blobStore } from "@/lib/platform/blobs/current-blob-store";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { type ConversionTarget, readTarget } from "@/lib/skill-format";
import { CONVERTER_VERSION } from "@/lib/conversion/conversion-source";
import { convertArchive } from "@/lib/conversion/convert-archive";
import { findConvertible, type ConvertibleVersion } from "@/lib/catalogue/downloads/repository";
import { getPlugin, pluginOfVersion } from "@/lib/catalogue/plugins/get-plugin";
import { getMadePackage } from "@/lib/catalogue/downloads/made-package";

interface ConvertedArchive {
  bytes: Uint8Array;
  archiveDigest: string;
  /** Of the package it was made from. */
  packageDigest: string;
}

/**
 * The archive of a version for one platform, as `getMadePackage` gives it. Null for a platform the version is not
 * converted for. Throws VERSION_NOT_FOUND, and PACKAGE_CORRUPT when the published package itself cannot be read.
 */
export async function getConvertedPackage(
  versionId: string,
  target: ConversionTarget,
): Promise<ConvertedArchive | null> {
  const version = await findConvertible(database(), versionId);
  if (!version) throw new DomainError("VERSION_NOT_FOUND", "There is no such version.");
  if (!version.convertsTo.includes(target)) return null;
  const { packageDigest } = version;
  const key = { packageDigest, version: version.version, target, converterVersion: CONVERTER_VERSION };
  const made = await getMadePackage(key, () => convertStored(version, target));
  return made && { ...made, packageDigest };
}

/**
 * From the published bytes, not from the stored manifest: the database keeps no order of keys, and a schema has one.
 * Null when the file reads differently without the dialects its upload asked for.
 */
async function convertStored(
  { slug, archiveDigest, packageDigest, version }: ConvertibleVersion,
  target: ConversionTarget,
): Promise<Uint8Array | null> {
  const bytes = await blobStore().get(archiveDigest);
  const converted = await convertArchive({ bytes, slug, version, packageDigest, target });
  if (converted.kind === "corrupt") throw corrupt(archiveDigest);
  return converted.kind === "converted" ? converted.bytes : null;
}

const corrupt = (archiveDigest: string) =>
  new DomainError("PACKAGE_CORRUPT", "The stored package is not what was published.", {
    details: { archiveDigest },
  });

/**
 * Makes and stores what a version is given out as: the package of every platform it converts for, its plugin, and its
 * tree for git. Those already stored cost a look.
 */
export async function convertVersion(versionId: string): Promise<void> {
  const version = await findConvertible(database(), versionId);
  for (const name of version?.convertsTo ?? []) {
    const target = readTarget(name);
    if (target) await getConvertedPackage(versionId, target);
  }
  const plugin = version && pluginOfVersion({ ...version, name: version.slug });
  if (plugin) await getPlugin(plugin);
  if (version) await storeGitTree(version);
}
