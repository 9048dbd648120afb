import { blobStore, storeBlob } from "@/lib/platform/blobs/current-blob-store";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { logger } from "@/lib/kernel/observability/logger";
import { type ConversionTarget, readTarget } from "@/lib/skill-format";
import { CONVERTER_VERSION } from "@/lib/conversion/conversion-source";
import { convertArchive } from "@/lib/conversion/convert-archive";
import {
  findConversion,
  findConvertible,
  insertConversion,
  type ConversionKey,
  type ConvertibleVersion,
} from "@/lib/catalogue/downloads/repository";

interface ConvertedArchive {
  bytes: Uint8Array;
  archiveDigest: string;
  /** Of the package it was made from. */
  packageDigest: string;
}

/** Conversions under way in this process: callers at the same time share one. */
const underWay = new Map<string, Promise<ConvertedArchive | null>>();

/**
 * The archive of a version for one platform: the stored one, or made and stored now. A stored archive that is gone or
 * damaged is made again, because everything it is made from is still there. Null for a platform the version is not
 * converted for. Throws VERSION_NOT_FOUND, and PACKAGE_CORRUPT when the published package itself cannot be read.
 */
export async function getConvertedPackage(
  versionId: string,
  target: ConversionTarget,
  clock: Clock = systemClock,
): Promise<ConvertedArchive | null> {
  const version = await findConvertible(database(), versionId);
  if (!version) throw new DomainError("VERSION_NOT_FOUND", "There is no such version.");
  if (!version.convertsTo.includes(target)) return null;
  const { packageDigest } = version;
  const key = { packageDigest, version: version.version, target, converterVersion: CONVERTER_VERSION };
  const stored = await readStored(key);
  if (stored) return { ...stored, packageDigest };
  const name = `${packageDigest} ${key.version} ${target}`;
  const made = underWay.get(name) ?? make(version, key, clock).finally(() => underWay.delete(name));
  underWay.set(name, made);
  return made;
}

async function readStored(key: ConversionKey): Promise<Omit<ConvertedArchive, "packageDigest"> | null> {
  const stored = await findConversion(database(), key);
  if (!stored) return null;
  try {
    return { bytes: await blobStore().get(stored.archiveDigest), archiveDigest: stored.archiveDigest };
  } catch (error) {
    if (!isDomainError(error, "PACKAGE_CORRUPT")) throw error;
    logger.warn({ ...key, error: error.message }, "stored conversion not readable, made again");
    return null;
  }
}

async function make(
  version: ConvertibleVersion,
  key: ConversionKey,
  clock: Clock,
): Promise<ConvertedArchive | null> {
  const bytes = await convertStored(version, key.target);
  if (!bytes) return null;
  const archiveDigest = await storeBlob(bytes, clock);
  const row = { ...key, archiveDigest, sizeBytes: bytes.length, createdAt: clock.now() };
  await insertConversion(database(), row);
  return { bytes, archiveDigest, packageDigest: version.packageDigest };
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

/** Makes and stores the package of every platform a version converts for; those already stored cost a look. */
export async function convertVersion(versionId: string, clock: Clock = systemClock): Promise<void> {
  const version = await findConvertible(database(), versionId);
  for (const name of version?.convertsTo ?? []) {
    const target = readTarget(name);
    if (target) await getConvertedPackage(versionId, target, clock);
  }
}
