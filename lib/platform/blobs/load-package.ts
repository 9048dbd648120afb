import {
  readAcceptedArchive,
  readArchive,
  readUnplacedArchive,
  writeArchive,
  type PackageFile,
  type SkillPackage,
} from "@/lib/package";
import { offThread } from "@/lib/kernel/threads/off-thread";
import { blobStore } from "@/lib/platform/blobs/current-blob-store";
import { DomainError } from "@/lib/kernel/errors";

/** `readArchive` in a thread: a few kilobytes can unpack to megabytes. */
export const unpackArchive = offThread("unpack-archive", (bytes: Uint8Array) => readArchive(bytes));

/** `readUnplacedArchive` in a thread, for what its author can still change. */
export const unpackUnplaced = offThread("unpack-unplaced", (bytes: Uint8Array) => readUnplacedArchive(bytes));

/** `readAcceptedArchive` in a thread, for what the store holds. */
export const unpackStored = offThread("unpack-stored", (bytes: Uint8Array) => readAcceptedArchive(bytes));

interface Packing {
  files: readonly PackageFile[];
  /** Directory that they lie in; left out, they lie at the root. */
  rootDirectory?: string;
  compression?: "deflate";
}

/** `writeArchive` in a thread. */
export const packArchive = offThread("pack-archive", ({ files, rootDirectory = "", compression }: Packing) =>
  writeArchive(files, rootDirectory, compression === undefined ? {} : { compression }),
);

const MAX_CACHED_BYTES = 64 * 1024 * 1024;
/** What a file takes in memory beside its content: without it, thousands of empty files would count as nothing. */
const FILE_OVERHEAD_BYTES = 512;

interface Entry {
  readonly package: Promise<SkillPackage>;
  /** 0 until it is loaded. */
  sizeBytes: number;
}

const cache = new Map<string, Entry>();
let cachedBytes = 0;

/**
 * The unpacked package behind a stored archive, the most recently used ones kept in memory. Archives are
 * content-addressed and never change: the blob store checks the archive's digest, this checks the package's. Callers at
 * the same time share one reading. Throws PACKAGE_CORRUPT.
 */
export async function loadPackage(archiveDigest: string, packageDigest: string): Promise<SkillPackage> {
  const entry = cache.get(archiveDigest) ?? { package: readStored(archiveDigest), sizeBytes: 0 };
  cache.delete(archiveDigest);
  cache.set(archiveDigest, entry); // at the young end of the map
  let loaded: SkillPackage;
  try {
    loaded = await entry.package;
  } catch (error) {
    // A failure is not kept: the blob may be put back.
    if (cache.get(archiveDigest) === entry) cache.delete(archiveDigest);
    throw error;
  }
  if (entry.sizeBytes === 0) count(entry, loaded);
  if (loaded.digest !== packageDigest) throw corrupt(archiveDigest);
  return loaded;
}

/** How much is kept at the moment. */
export const packageCacheSize = () => ({ packages: cache.size, bytes: cachedBytes });

async function readStored(archiveDigest: string): Promise<SkillPackage> {
  const result = await unpackStored(await blobStore().get(archiveDigest));
  if (!result.ok) throw corrupt(archiveDigest);
  return result.package;
}

function count(entry: Entry, { files }: SkillPackage): void {
  entry.sizeBytes = files.reduce((sum, { bytes }) => sum + bytes.length + FILE_OVERHEAD_BYTES, 0);
  cachedBytes += entry.sizeBytes;
  for (const [oldest, { sizeBytes }] of cache) {
    if (cachedBytes <= MAX_CACHED_BYTES) return;
    if (sizeBytes === 0) continue; // still being read
    cache.delete(oldest);
    cachedBytes -= sizeBytes;
  }
}

const corrupt = (archiveDigest: string) =>
  new DomainError("PACKAGE_CORRUPT", "The stored package does not match its digest.", {
    details: { archiveDigest },
  });
