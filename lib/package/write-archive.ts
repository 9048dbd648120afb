import { promisify } from "node:util";
import { crc32, deflateRaw, deflateRawSync, type ZlibOptions } from "node:zlib";
import { isExecutable } from "./executables";
import { findPathCollision, checkPath } from "./path-policy";
import { comparePaths } from "./package-digest";
import type { PackageFile } from "./types";
import {
  CENTRAL_HEADER,
  DEFLATED,
  END_RECORD,
  FLAG_UTF8,
  LOCAL_HEADER,
  MODE_REGULAR,
  STORED,
} from "./zip/format";

/** 1980-01-01, the first day a ZIP file can name. */
const FIXED_DATE = 0x0021;
const VERSION_NEEDED = 20;
const LEVEL = 9;
const deflateInBackground = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw);
const MADE_BY_UNIX = (3 << 8) | VERSION_NEEDED;

export interface WriteArchiveOptions {
  /**
   * `store` (the default) gives the same bytes everywhere. `deflate` is smaller, but the bytes depend on the
   * zlib build, so such an archive must not be compared by its digest across machines.
   */
  readonly compression?: "store" | "deflate";
  /** Raised only for an archive that is not uploaded again: a converted package puts folders before published paths. */
  readonly maxPathCharacters?: number;
}

interface Prepared {
  readonly name: Buffer;
  readonly data: Buffer;
  readonly header: Buffer;
  readonly mode: number;
}

/**
 * A ZIP archive of the files under `rootDirectory` ("" for none): sorted, one fixed time, no directory entries,
 * so equal packages give equal bytes. `readArchive` gives the same files back. A file is marked executable when
 * `executable` says so or, where that is unknown, when it begins with `#!`.
 *
 * @throws RangeError if a path may not stand in a package: only checked packages are written.
 */
export function writeArchive(
  files: readonly PackageFile[],
  rootDirectory = "",
  options: WriteArchiveOptions = {},
): Uint8Array {
  assertWritable(files, rootDirectory, options.maxPathCharacters);
  const packed = new Map<PackageFile, Buffer>();
  if (options.compression === "deflate")
    for (const file of files) packed.set(file, deflateRawSync(file.bytes, { level: LEVEL }));
  return assemble(files, rootDirectory, packed);
}

/**
 * The same, deflated beside the event loop: for a process that answers others meanwhile. Rejects as
 * `writeArchive` throws.
 */
export async function deflateArchive(
  files: readonly PackageFile[],
  rootDirectory = "",
  { maxPathCharacters }: Pick<WriteArchiveOptions, "maxPathCharacters"> = {},
): Promise<Uint8Array> {
  assertWritable(files, rootDirectory, maxPathCharacters);
  const packed = new Map<PackageFile, Buffer>();
  for (const file of files) packed.set(file, await deflateInBackground(file.bytes, { level: LEVEL }));
  return assemble(files, rootDirectory, packed);
}

function assemble(
  files: readonly PackageFile[],
  rootDirectory: string,
  packed: ReadonlyMap<PackageFile, Buffer>,
): Uint8Array {
  const prepared = [...files]
    .sort((left, right) => comparePaths(left.path, right.path))
    .map((file) => prepare(file, rootDirectory, packed.get(file)));
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of prepared) {
    central.push(centralRecord(entry, offset), entry.name);
    offset += LOCAL_HEADER.sizeBytes + entry.name.length + entry.data.length;
  }
  const body = prepared.flatMap(({ header, name, data }) => [header, name, data]);
  const directory = Buffer.concat(central);
  return Uint8Array.from(
    Buffer.concat([...body, directory, endRecord(prepared.length, directory.length, offset)]),
  );
}

function assertWritable(
  files: readonly PackageFile[],
  rootDirectory: string,
  maxPathCharacters?: number,
): void {
  const paths = files.map(({ path }) => path);
  const rootIssue = rootDirectory === "" ? null : checkPath(rootDirectory);
  const issue =
    rootIssue ?? paths.map((path) => checkPath(path, maxPathCharacters)).find((found) => found !== null);
  const reason = issue?.message ?? findPathCollision(paths);
  if (reason !== null) throw new RangeError(`The package cannot be written: ${reason}`);
  if (rootDirectory.includes("/")) throw new RangeError("The root directory is one name, without a slash.");
}

function prepare(file: PackageFile, rootDirectory: string, packed: Buffer | undefined): Prepared {
  const name = Buffer.from(rootDirectory === "" ? file.path : `${rootDirectory}/${file.path}`);
  const smaller = packed !== undefined && packed.length < file.bytes.length ? packed : null;
  const data = smaller ?? Buffer.from(file.bytes);
  const header = Buffer.alloc(LOCAL_HEADER.sizeBytes);
  header.writeUInt32LE(LOCAL_HEADER.signature, 0);
  header.writeUInt16LE(VERSION_NEEDED, 4);
  header.writeUInt16LE(FLAG_UTF8, 6);
  header.writeUInt16LE(smaller === null ? STORED : DEFLATED, 8);
  header.writeUInt16LE(FIXED_DATE, 12);
  header.writeUInt32LE(crc32(file.bytes), 14);
  header.writeUInt32LE(data.length, 18);
  header.writeUInt32LE(file.bytes.length, 22);
  header.writeUInt16LE(name.length, 26);
  return { name, data, header, mode: isExecutable(file) ? 0o755 : 0o644 };
}

function centralRecord({ header, mode }: Prepared, offset: number): Buffer {
  const record = Buffer.alloc(CENTRAL_HEADER.sizeBytes);
  record.writeUInt32LE(CENTRAL_HEADER.signature, 0);
  record.writeUInt16LE(MADE_BY_UNIX, 4);
  // From "version needed" to the name's length both records hold the same members.
  header.copy(record, 6, 4, 28);
  record.writeUInt32LE(((MODE_REGULAR | mode) << 16) >>> 0, 38);
  record.writeUInt32LE(offset, 42);
  return record;
}

function endRecord(count: number, directoryBytes: number, offset: number): Buffer {
  const record = Buffer.alloc(END_RECORD.sizeBytes);
  record.writeUInt32LE(END_RECORD.signature, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(directoryBytes, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}
