import { ArchiveError, invalidArchive } from "./archive-error";
import { CENTRAL_HEADER, END_RECORD, LOCAL_HEADER, ZIP64_COUNT, ZIP64_LOCATOR, ZIP64_SIZE } from "./format";

/** One record of the central directory, not yet believed: `readEntries` compares it with its local header. */
export interface CentralRecord {
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly compressedBytes: number;
  readonly sizeBytes: number;
  readonly externalAttributes: number;
  readonly localOffset: number;
  readonly name: Buffer;
  readonly extra: Buffer;
}

export interface CentralDirectory {
  readonly records: readonly CentralRecord[];
  /** Where the entries end and the directory begins. */
  readonly offset: number;
}

/**
 * Reads the end record and the whole central directory. The directory must lie right before the end record and
 * hold exactly the counted records; the end record and its comment must be the last bytes of the file.
 */
export function readCentralDirectory(archive: Buffer, maxEntries: number): CentralDirectory {
  const end = findEndRecord(archive);
  const count = archive.readUInt16LE(end + 10);
  const directoryBytes = archive.readUInt32LE(end + 12);
  const offset = archive.readUInt32LE(end + 16);
  const values = [directoryBytes, offset];
  if (count === ZIP64_COUNT || values.includes(ZIP64_SIZE) || hasZip64Locator(archive, end)) {
    throw invalidArchive("The archive uses ZIP64 records, which a package of this size never needs.");
  }
  if (archive.readUInt16LE(end + 4) !== 0 || archive.readUInt16LE(end + 6) !== 0) {
    throw invalidArchive("The archive is one part of several; upload it in one piece.");
  }
  if (archive.readUInt16LE(end + 8) !== count) {
    throw invalidArchive("The archive gives two different numbers of entries.");
  }
  if (count > maxEntries) {
    throw new ArchiveError(
      "CONTENT_TOO_MANY_FILES",
      `The archive has ${count} entries; at most ${maxEntries} are allowed.`,
    );
  }
  if (offset + directoryBytes !== end) {
    throw invalidArchive("The central directory is not where the end record says it is.");
  }
  return { records: readRecords(archive.subarray(offset, end), count), offset };
}

/**
 * Some readers, Python's among them, look for the locator whatever the end record says, and then read another
 * directory. It can be the last bytes of the directory that all others read.
 */
function hasZip64Locator(archive: Buffer, end: number): boolean {
  const at = end - ZIP64_LOCATOR.sizeBytes;
  return at >= 0 && archive.readUInt32LE(at) === ZIP64_LOCATOR.signature;
}

function findEndRecord(archive: Buffer): number {
  const startsLikeArchive = archive.length >= 4 && archive.readUInt32LE(0) === LOCAL_HEADER.signature;
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end === -1) {
    if (startsLikeArchive) throw invalidArchive("The archive is cut off: it has no end record.");
    throw new ArchiveError("FILE_INVALID_TYPE", "The file is not a ZIP archive.");
  }
  if (archive.length < end + END_RECORD.sizeBytes) throw invalidArchive("The end record is cut off.");
  if (end + END_RECORD.sizeBytes + archive.readUInt16LE(end + 20) !== archive.length) {
    throw invalidArchive("There are bytes after the end of the archive.");
  }
  if (!startsLikeArchive && end !== 0) throw invalidArchive("There are bytes before the first entry.");
  return end;
}

function readRecords(directory: Buffer, count: number): CentralRecord[] {
  const records: CentralRecord[] = [];
  let at = 0;
  while (at < directory.length) {
    const { record, sizeBytes } = readRecord(directory.subarray(at));
    records.push(record);
    at += sizeBytes;
    if (records.length > count) break;
  }
  if (records.length !== count) {
    throw invalidArchive(`The end record counts ${count} entries, but the directory lists another number.`);
  }
  return records;
}

function readRecord(bytes: Buffer): { record: CentralRecord; sizeBytes: number } {
  if (bytes.length < CENTRAL_HEADER.sizeBytes || bytes.readUInt32LE(0) !== CENTRAL_HEADER.signature) {
    throw invalidArchive("The central directory has an unknown or cut record.");
  }
  const nameEnd = CENTRAL_HEADER.sizeBytes + bytes.readUInt16LE(28);
  const extraEnd = nameEnd + bytes.readUInt16LE(30);
  if (bytes.length < extraEnd) throw invalidArchive("The central directory has a cut record.");
  if (bytes.readUInt16LE(32) !== 0) throw invalidArchive("An entry has a comment; comments are not allowed.");
  if (bytes.readUInt16LE(34) !== 0) throw invalidArchive("An entry lies on another disk.");
  const record: CentralRecord = {
    flags: bytes.readUInt16LE(8),
    method: bytes.readUInt16LE(10),
    crc32: bytes.readUInt32LE(16),
    compressedBytes: bytes.readUInt32LE(20),
    sizeBytes: bytes.readUInt32LE(24),
    externalAttributes: bytes.readUInt32LE(38),
    localOffset: bytes.readUInt32LE(42),
    name: bytes.subarray(CENTRAL_HEADER.sizeBytes, nameEnd),
    extra: bytes.subarray(nameEnd, extraEnd),
  };
  return { record, sizeBytes: extraEnd };
}
