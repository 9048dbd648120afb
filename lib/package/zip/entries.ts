import { describeText } from "../describe-text";
import { invalidArchive } from "./archive-error";
import type { CentralDirectory, CentralRecord } from "./central-directory";
import {
  DESCRIPTOR,
  FLAG_DESCRIPTOR,
  LOCAL_HEADER,
  DEFLATED,
  DOS_DIRECTORY,
  DOS_VOLUME_LABEL,
  FLAG_DEFLATE_EFFORT,
  FLAG_UTF8,
  MODE_DIRECTORY,
  MODE_EXECUTE_BITS,
  MODE_REGULAR,
  MODE_SPECIAL_BITS,
  MODE_TYPE_MASK,
  STORED,
  ZIP64_SIZE,
} from "./format";
import { crc32 } from "node:zlib";

interface EntryKind {
  readonly directory: boolean;
  /** Absent where the writer recorded no Unix mode. */
  readonly executable?: boolean;
}

/** Some writers deflate the nothing in a directory. */
const EMPTY_DEFLATED_BYTES = 2;
const ALLOWED_FLAGS = FLAG_DEFLATE_EFFORT | FLAG_DESCRIPTOR | FLAG_UTF8;

/**
 * What an entry is: a plain file or a directory. Everything else is refused: encryption, other methods, ZIP64,
 * symbolic links, devices, set-user-id bits, and names and modes that disagree. The Unix mode is believed
 * whatever system the writer claims, since readers do the same.
 */
function checkEntryKind(record: CentralRecord, name: string, shown: string): EntryKind {
  const refuse = (reason: string) => invalidArchive(`The entry "${shown}" ${reason}.`, shown);
  if ((record.flags & 1) !== 0) throw refuse("is encrypted");
  if ((record.flags & ~ALLOWED_FLAGS) !== 0) throw refuse("uses a ZIP feature that is not allowed");
  if (record.method !== STORED && record.method !== DEFLATED) {
    throw refuse(`is compressed with method ${record.method}; only stored and deflated entries are allowed`);
  }
  if (record.compressedBytes === ZIP64_SIZE || record.sizeBytes === ZIP64_SIZE)
    throw refuse("uses ZIP64 sizes");
  if (record.method === STORED && record.compressedBytes !== record.sizeBytes) {
    throw refuse("is stored, but its two sizes differ");
  }
  const directory = name.endsWith("/");
  const mode = record.externalAttributes >>> 16;
  checkMode(record, mode, directory, refuse);
  if (directory && (record.sizeBytes !== 0 || record.compressedBytes > EMPTY_DEFLATED_BYTES))
    throw refuse("is a directory with content");
  if (directory || (mode & MODE_TYPE_MASK) === 0) return { directory };
  return { directory, executable: (mode & MODE_EXECUTE_BITS) !== 0 };
}

function checkMode(
  record: CentralRecord,
  mode: number,
  directory: boolean,
  refuse: (reason: string) => Error,
): void {
  const type = mode & MODE_TYPE_MASK;
  if (type !== 0 && type !== MODE_REGULAR && type !== MODE_DIRECTORY) {
    throw refuse("is a symbolic link or a special file");
  }
  if (type !== 0 && (type === MODE_DIRECTORY) !== directory)
    throw refuse("is a file by name and a directory by mode, or the reverse");
  if (!directory && (mode & MODE_SPECIAL_BITS) !== 0)
    throw refuse("has set-user-id, set-group-id or sticky bits");
  if ((record.externalAttributes & DOS_VOLUME_LABEL) !== 0) throw refuse("is a volume label");
  if (!directory && (record.externalAttributes & DOS_DIRECTORY) !== 0)
    throw refuse("is a directory without a slash");
}

/** An entry on which both headers agree; its content is not unpacked yet. */
export interface ArchiveEntry extends EntryKind {
  /** In form NFC, without the slash that ends a directory's name. */
  readonly path: string;
  /** The path made safe to print. */
  readonly shown: string;
  readonly method: number;
  readonly crc32: number;
  readonly sizeBytes: number;
  readonly compressed: Buffer;
  /** The size was written after the data, where a streaming reader has to search for it. */
  readonly streamed: boolean;
}

/**
 * Pairs each central record with its local header. The two must agree, and the entries must follow one another
 * from the first byte of the file to the central directory: nothing before, between, after, over or beside them.
 */
export function readEntries(archive: Buffer, directory: CentralDirectory): ArchiveEntry[] {
  const byOffset = [...directory.records].sort((left, right) => left.localOffset - right.localOffset);
  const nameOf = separatesByBackslash(byOffset) ? nameWithBackslashes : decodeName;
  let expectedOffset = 0;
  const entries = byOffset.map((record, position) => {
    if (record.localOffset !== expectedOffset) {
      throw invalidArchive("Entries overlap, or there are bytes that belong to no entry.");
    }
    const end = byOffset[position + 1]?.localOffset ?? directory.offset;
    const entry = readEntry(
      archive.subarray(expectedOffset, Math.max(expectedOffset, end)),
      record,
      nameOf(record.name),
    );
    expectedOffset = end;
    return entry;
  });
  if (expectedOffset !== directory.offset) {
    throw invalidArchive("There are bytes that belong to no entry.");
  }
  return entries;
}

/** `bytes` reaches from the local header to the next one, so it must be used up exactly. */
function readEntry(bytes: Buffer, record: CentralRecord, name: string): ArchiveEntry {
  const shown = describeText(name);
  const dataStart = checkLocalHeader(bytes, record, shown);
  checkExtraFields(record.extra, record.name, shown);
  const kind = checkEntryKind(record, name, shown);
  const dataEnd = dataStart + record.compressedBytes;
  if (dataEnd > bytes.length) throw invalidArchive(`The entry "${shown}" is longer than its place.`, shown);
  checkDescriptor(bytes.subarray(dataEnd), record, shown);
  return {
    ...kind,
    path: (kind.directory ? name.slice(0, -1) : name).normalize("NFC"),
    shown,
    method: record.method,
    crc32: record.crc32,
    sizeBytes: record.sizeBytes,
    compressed: bytes.subarray(dataStart, dataEnd),
    streamed: (record.flags & FLAG_DESCRIPTOR) !== 0,
  };
}

function checkLocalHeader(bytes: Buffer, record: CentralRecord, shown: string): number {
  if (bytes.length < LOCAL_HEADER.sizeBytes || bytes.readUInt32LE(0) !== LOCAL_HEADER.signature) {
    throw invalidArchive(`The entry "${shown}" has no local header.`, shown);
  }
  const nameEnd = LOCAL_HEADER.sizeBytes + bytes.readUInt16LE(26);
  const extraEnd = nameEnd + bytes.readUInt16LE(28);
  if (bytes.length < extraEnd) throw invalidArchive(`The entry "${shown}" is cut off.`, shown);
  checkExtraFields(bytes.subarray(nameEnd, extraEnd), record.name, shown);
  // A writer that streams fills in what it knows by then and leaves the rest zero.
  const openAllowed = (record.flags & FLAG_DESCRIPTOR) !== 0;
  const agreesOrOpen = (value: number, stated: number) => value === stated || (openAllowed && value === 0);
  const agree =
    bytes.readUInt16LE(6) === record.flags &&
    bytes.readUInt16LE(8) === record.method &&
    bytes.subarray(LOCAL_HEADER.sizeBytes, nameEnd).equals(record.name) &&
    agreesOrOpen(bytes.readUInt32LE(14), record.crc32) &&
    agreesOrOpen(bytes.readUInt32LE(18), record.compressedBytes) &&
    agreesOrOpen(bytes.readUInt32LE(22), record.sizeBytes);
  if (!agree) throw invalidArchive(`The two headers of the entry "${shown}" differ.`, shown);
  return extraEnd;
}

/** What follows the data: nothing, or a data descriptor (with or without signature) that repeats the sizes. */
function checkDescriptor(rest: Buffer, record: CentralRecord, shown: string): void {
  if ((record.flags & FLAG_DESCRIPTOR) === 0) {
    if (rest.length > 0) throw invalidArchive(`There are bytes after the entry "${shown}".`, shown);
    return;
  }
  const signed = rest.length === DESCRIPTOR.signedSizeBytes;
  const at = signed ? 4 : 0;
  const agrees =
    (signed ? rest.readUInt32LE(0) === DESCRIPTOR.signature : rest.length === DESCRIPTOR.sizeBytes) &&
    rest.readUInt32LE(at) === record.crc32 &&
    rest.readUInt32LE(at + 4) === record.compressedBytes &&
    rest.readUInt32LE(at + 8) === record.sizeBytes;
  if (!agrees) throw invalidArchive(`The data descriptor of the entry "${shown}" does not agree.`, shown);
}

/**
 * Some writers on Windows separate the parts of every name with backslashes. Where no name has a slash, a backslash
 * can mean nothing else; where both stand, readers disagree, and the name is refused.
 */
function separatesByBackslash(records: readonly CentralRecord[]): boolean {
  return records.some(({ name }) => name.includes("\\")) && !records.some(({ name }) => name.includes("/"));
}

function nameWithBackslashes(bytes: Buffer): string {
  return decodeName(bytes).replaceAll("\\", "/");
}

/** Names are UTF-8, flagged or not: several writers forget the flag, none means another encoding by valid UTF-8. */
function decodeName(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalidArchive(`The name "${describeText(bytes.toString("latin1"))}" is not UTF-8.`);
  }
}

const UNICODE_PATH = 0x7075;

/** Fields that change what an entry is or how it is read. */
const REFUSED = new Map([
  [0x0001, "a ZIP64 field"],
  [0x000d, "a Unix link field"],
  [0x756e, "a Unix link field"],
  [0x9901, "an encryption field"],
]);

/**
 * Refuses extra fields that would let two readers see different entries: cut or repeated fields, fields with
 * sizes or links of their own, and a Unicode path that is not the entry's own name.
 */
function checkExtraFields(extra: Buffer, name: Buffer, shown: string): void {
  const seen = new Set<number>();
  let at = 0;
  while (at < extra.length) {
    if (extra.length < at + 4) throw invalidArchive(`The entry "${shown}" has a cut extra field.`, shown);
    const id = extra.readUInt16LE(at);
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (end > extra.length) throw invalidArchive(`The entry "${shown}" has a cut extra field.`, shown);
    if (seen.has(id)) throw invalidArchive(`The entry "${shown}" repeats an extra field.`, shown);
    const refused = REFUSED.get(id);
    if (refused !== undefined) throw invalidArchive(`The entry "${shown}" has ${refused}.`, shown);
    if (id === UNICODE_PATH) checkUnicodePath(extra.subarray(at + 4, end), name, shown);
    seen.add(id);
    at = end;
  }
}

function checkUnicodePath(field: Buffer, name: Buffer, shown: string): void {
  const agrees =
    field.length >= 5 &&
    field.readUInt8(0) === 1 &&
    field.readUInt32LE(1) === crc32(name) &&
    field.subarray(5).equals(name);
  if (!agrees) throw invalidArchive(`The entry "${shown}" has a second, different name.`, shown);
}
