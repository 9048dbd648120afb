import { isAddedToArchives } from "./by-products";
import { SKILL_ARCHIVE_LIMITS, type ArchiveLimits } from "./limits";
import { findPathCollision, checkPath, MAX_PATH_CHARACTERS, checkPackagePath } from "./path-policy";
import { assemblePackage } from "./package-digest";
import { findPackageRoot, isPluginManifest } from "./package-root";
import { proposeRoot } from "./propose-root";
import type { PackageFile, PackageIssue, PackageResult, ZipFilesResult } from "./types";
import { ArchiveError, invalidArchive } from "./zip/archive-error";
import { readCentralDirectory } from "./zip/central-directory";
import { readEntries, type ArchiveEntry } from "./zip/entries";
import { crc32, inflateRawSync } from "node:zlib";
import { STORED } from "./zip/format";

const DESCRIPTOR_MARK = Buffer.from("PK\x07\x08", "latin1");
const MIN_CHUNK_BYTES = 1024;
const MAX_CHUNK_BYTES = 1024 * 1024;

/**
 * Unpacks one entry, never beyond its declared size, and proves the declaration: the data yields exactly that
 * many bytes, uses up exactly its place in the archive, and has the stated checksum.
 */
function unpackEntry(entry: ArchiveEntry): Uint8Array {
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
function checkTotalSize(entries: readonly ArchiveEntry[], maxUnpackedBytes: number): void {
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

/** A root directory's name stands before the package path and has no say in its length. */
export const MAX_ROOT_CHARACTERS = 64;

/**
 * Reads a `.skill` file (a ZIP archive, USK v1.0 section 1) as hostile input.
 *
 * Accepts only archives that every reader understands alike: both headers of each entry agree, the entries fill
 * the file without gaps, names are safe and distinct on every system, sizes and checksums are proven, and
 * nothing is encrypted, linked or special, and no file or root directory has a name that no package holds
 * (`path-names.ts`). Directory entries, `__MACOSX/` and `.DS_Store` are left out.
 * Never unpacks more than `limits.maxUnpackedBytes`.
 */
export function readArchive(bytes: Uint8Array, limits: ArchiveLimits = SKILL_ARCHIVE_LIMITS): PackageResult {
  return refusingFaults(() => {
    const { root, content } = readRooted(bytes, limits);
    // The root directory is a folder on disk too, once it is unpacked.
    if (root !== "") assertAllowed(checkPackagePath(`${root}/SKILL.md`));
    for (const { path } of content) assertAllowed(checkPackagePath(withoutRoot(path, root)));
    return toPackage(content, root);
  });
}

/**
 * Reads an archive whose SKILL.md may lie anywhere, so that its author can be shown where it belongs: as `readArchive`
 * does where it lies at the root; otherwise every file keeps its whole path, if one file can be meant. Such a package is
 * refused by every check of a skill.
 */
export function readUnplacedArchive(bytes: Uint8Array): PackageResult {
  return refusingFaults(() => {
    const content = readContent(bytes, SKILL_ARCHIVE_LIMITS);
    const paths = content.map((entry) => entry.path);
    const place = proposeRoot(paths);
    if (isRooted(paths) || !place.ok || paths.some(isPluginManifest)) return readArchive(bytes);
    // What lies elsewhere goes nowhere.
    const prefix = place.folder === "" ? "" : `${place.folder}/`;
    for (const { path } of content)
      if (path.startsWith(prefix)) assertAllowed(checkPackagePath(path.slice(prefix.length)));
    return toPackage(content, "");
  });
}

function isRooted(paths: readonly string[]): boolean {
  try {
    findPackageRoot(paths);
    return true;
  } catch (error) {
    if (error instanceof ArchiveError) return false;
    throw error;
  }
}

/**
 * Reads an archive that was accepted before, maybe under a shorter list of names that no package holds: everything else
 * is checked as `readArchive` checks it. Not for what comes from outside.
 */
export function readAcceptedArchive(bytes: Uint8Array): PackageResult {
  return refusingFaults(() => {
    const { root, content } = readRooted(bytes, SKILL_ARCHIVE_LIMITS);
    return toPackage(content, root);
  });
}

function readRooted(bytes: Uint8Array, limits: ArchiveLimits): { root: string; content: ArchiveEntry[] } {
  const content = readContent(bytes, limits);
  return { root: findPackageRoot(content.map((entry) => entry.path)), content };
}

function toPackage(content: readonly ArchiveEntry[], root: string): PackageResult {
  const files = content.map((entry) => toPackageFile(entry, root));
  return { ok: true, package: root === "" ? assemblePackage(files) : assemblePackage(files, root) };
}

/**
 * Reads any ZIP archive as strictly as `readArchive`, without asking for a SKILL.md: for archives that lie inside
 * a package.
 */
export function readZipFiles(
  bytes: Uint8Array,
  limits: ArchiveLimits = SKILL_ARCHIVE_LIMITS,
): ZipFilesResult {
  return refusingFaults(() => ({
    ok: true,
    files: readContent(bytes, limits).map((entry) => toPackageFile(entry, "")),
  }));
}

function refusingFaults<T>(read: () => T): T | { readonly ok: false; readonly issue: PackageIssue } {
  try {
    return read();
  } catch (error) {
    if (error instanceof ArchiveError) return { ok: false, issue: error.issue };
    throw error;
  }
}

/** The files of an archive that has passed every check but those of their content. */
function readContent(bytes: Uint8Array, limits: ArchiveLimits): ArchiveEntry[] {
  if (bytes.length > limits.maxArchiveBytes) {
    throw new ArchiveError(
      "CONTENT_TOO_LARGE",
      `The archive has ${bytes.length} bytes; at most ${limits.maxArchiveBytes} are allowed.`,
    );
  }
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readEntries(archive, readCentralDirectory(archive, limits.maxEntries));
  checkTotalSize(entries, limits.maxUnpackedBytes);
  checkNames(entries);
  return entries.filter((entry) => !entry.directory && !isAddedToArchives(entry.path));
}

function checkNames(entries: readonly ArchiveEntry[]): void {
  for (const entry of entries)
    assertAllowed(checkPath(entry.path, MAX_PATH_CHARACTERS + MAX_ROOT_CHARACTERS + 1));
  const files = entries.filter((entry) => !entry.directory).map((entry) => entry.path);
  const directories = entries.filter((entry) => entry.directory).map((entry) => `${entry.path}/.`);
  const collision = findPathCollision(files.concat(directories));
  if (collision !== null) throw invalidArchive(`The names in the archive collide: ${collision}.`);
}

function toPackageFile(entry: ArchiveEntry, root: string): PackageFile {
  const path = withoutRoot(entry.path, root);
  assertAllowed(checkPath(path));
  const file = { path, bytes: unpackEntry(entry) };
  return entry.executable === undefined ? file : { ...file, executable: entry.executable };
}

const withoutRoot = (path: string, root: string) => (root === "" ? path : path.slice(root.length + 1));

function assertAllowed(issue: PackageIssue | null): void {
  if (issue !== null) throw new ArchiveError("PATH_INVALID", issue.message, issue.path);
}
