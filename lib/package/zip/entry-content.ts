import { crc32, inflateRawSync } from "node:zlib";
import { ArchiveError, invalidArchive } from "./archive-error";
import type { ArchiveEntry } from "./entries";
import { STORED } from "./format";

const DESCRIPTOR_MARK = Buffer.from("PK\x07\x08", "latin1");
const MIN_CHUNK_BYTES = 1024;
const MAX_CHUNK_BYTES = 1024 * 1024;

/**
 * Unpacks one entry, never beyond its declared size, and proves the declaration: the data yields exactly that
 * many bytes, uses up exactly its place in the archive, and has the stated checksum.
 */
export function unpackEntry(entry: ArchiveEntry): Uint8Array {
  const content = entry.method === STORED ? copyStored(entry) : inflate(entry);
  if (content.length !== entry.sizeBytes) {
    throw invalidArchive(`The entry "${entry.shown}" does not have the size it declares.`, entry.shown);
  }
  if (crc32(content) !== entry.crc32) {
    throw invalidArchive(`The checksum of the entry "${entry.shown}" is wrong.`, entry.shown);
  }
  return content;
}

/** Refuses sizes over the limit before anything is unpacked, so that a bomb costs nothing. */
export function checkTotalSize(entries: readonly ArchiveEntry[], maxUnpackedBytes: number): void {
  const totalBytes = entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
  if (totalBytes <= maxUnpackedBytes) return;
  throw new ArchiveError(
    "CONTENT_TOO_LARGE",
    `The archive unpacks to ${totalBytes} bytes; at most ${maxUnpackedBytes} are allowed.`,
  );
}

function copyStored(entry: ArchiveEntry): Uint8Array {
  // A streaming reader finds the end of stored data by this mark, so it would see another file.
  if (entry.streamed && entry.compressed.includes(DESCRIPTOR_MARK)) {
    throw invalidArchive(`The end of the entry "${entry.shown}" is ambiguous.`, entry.shown);
  }
  return Uint8Array.from(entry.compressed);
}

function inflate(entry: ArchiveEntry): Uint8Array {
  const result = inflateWithin(entry);
  if (result.engine.bytesWritten !== entry.compressed.length) {
    throw invalidArchive(`There are bytes behind the data of the entry "${entry.shown}".`, entry.shown);
  }
  return Uint8Array.from(result.buffer);
}

/** What `inflateRawSync` gives with `info: true`, which its type declaration does not know. */
interface Inflated {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

function inflateWithin(entry: ArchiveEntry): Inflated {
  const options = {
    info: true,
    maxOutputLength: Math.max(1, entry.sizeBytes),
    chunkSize: Math.min(Math.max(entry.sizeBytes, MIN_CHUNK_BYTES), MAX_CHUNK_BYTES),
  };
  let result: unknown;
  try {
    result = inflateRawSync(entry.compressed, options);
  } catch {
    throw invalidArchive(
      `The entry "${entry.shown}" is damaged, or unpacks to more than the ${entry.sizeBytes} bytes it declares.`,
      entry.shown,
    );
  }
  if (!isInflated(result)) throw new TypeError("zlib did not report how much of the data it used");
  return result;
}

function isInflated(value: unknown): value is Inflated {
  return typeof value === "object" && value !== null && "buffer" in value && "engine" in value;
}
