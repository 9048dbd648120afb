import { blobStore, storeBlob } from "@/lib/platform/blobs/current-blob-store";
import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { isDomainError } from "@/lib/kernel/errors";
import { logger } from "@/lib/kernel/observability/logger";
import { findConversion, insertConversion, type ConversionKey } from "@/lib/catalogue/downloads/repository";

interface MadePackage {
  bytes: Uint8Array;
  archiveDigest: string;
}

/** Packages being made in this process: callers at the same time share one. */
const underWay = new Map<string, Promise<MadePackage | null>>();

/**
 * The archive that was made under this key: the stored one, or made and stored now. A stored archive that is gone or
 * damaged is made again, because everything it is made from is still there. Null where `make` makes nothing.
 */
export async function getMadePackage(
  key: ConversionKey,
  make: () => Promise<Uint8Array | null>,
  clock: Clock = systemClock,
): Promise<MadePackage | null> {
  const stored = await readStored(key);
  if (stored) return stored;
  const name = `${key.packageDigest} ${key.version} ${key.target}`;
  const made = underWay.get(name) ?? makeAndStore(key, make, clock).finally(() => underWay.delete(name));
  underWay.set(name, made);
  return made;
}

async function readStored(key: ConversionKey): Promise<MadePackage | null> {
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

async function makeAndStore(
  key: ConversionKey,
  make: () => Promise<Uint8Array | null>,
  clock: Clock,
): Promise<MadePackage | null> {
  const bytes = await make();
  if (!bytes) return null;
  const archiveDigest = await storeBlob(bytes, clock);
  await insertConversion(database(), {
    ...key,
    archiveDigest,
    sizeBytes: bytes.length,
    createdAt: clock.now(),
  });
  return { bytes, archiveDigest };
}
