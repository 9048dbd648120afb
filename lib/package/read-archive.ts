import { SKILL_ARCHIVE_LIMITS, type ArchiveLimits } from "./limits";
import { findPathCollision } from "./path-collisions";
import { checkPath, MAX_PATH_CHARACTERS } from "./path-policy";
import { assemblePackage } from "./package-digest";
import { findPackageRoot } from "./package-root";
import type { PackageFile, PackageIssue, PackageResult, ZipFilesResult } from "./types";
import { ArchiveFault, invalidArchive } from "./zip/archive-fault";
import { readCentralDirectory } from "./zip/central-directory";
import { readEntries, type ArchiveEntry } from "./zip/entries";
import { checkTotalSize, unpackEntry } from "./zip/entry-content";

/** A root directory's name stands before the package path and has no say in its length. */
export const MAX_ROOT_CHARACTERS = 64;

/**
 * Reads a `.skill` file (a ZIP archive, USK v1.0 section 1) as hostile input.
 *
 * Accepts only archives that every reader understands alike: both headers of each entry agree, the entries fill
 * the file without gaps, names are safe and distinct on every system, sizes and checksums are proven, and
 * nothing is encrypted, linked or special. Directory entries, `__MACOSX/` and `.DS_Store` are left out.
 * Never unpacks more than `limits.maxUnpackedBytes`.
 */
export function readArchive(bytes: Uint8Array, limits: ArchiveLimits = SKILL_ARCHIVE_LIMITS): PackageResult {
  return refusingFaults(() => {
    const content = readContent(bytes, limits);
    const root = findPackageRoot(content.map((entry) => entry.path));
    const files = content.map((entry) => toPackageFile(entry, root));
    return { ok: true, package: root === "" ? assemblePackage(files) : assemblePackage(files, root) };
  });
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
    if (error instanceof ArchiveFault) return { ok: false, issue: error.issue };
    throw error;
  }
}

/** The files of an archive that has passed every check but those of their content. */
function readContent(bytes: Uint8Array, limits: ArchiveLimits): ArchiveEntry[] {
  if (bytes.length > limits.maxArchiveBytes) {
    throw new ArchiveFault(
      "CONTENT_TOO_LARGE",
      `The archive has ${bytes.length} bytes; at most ${limits.maxArchiveBytes} are allowed.`,
    );
  }
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readEntries(archive, readCentralDirectory(archive, limits.maxEntries));
  checkTotalSize(entries, limits.maxUnpackedBytes);
  checkNames(entries);
  return entries.filter((entry) => !entry.directory && !isDebris(entry.path));
}

function checkNames(entries: readonly ArchiveEntry[]): void {
  for (const entry of entries) {
    const issue = checkPath(entry.path, MAX_PATH_CHARACTERS + MAX_ROOT_CHARACTERS + 1);
    if (issue !== null) throw new ArchiveFault("PATH_INVALID", issue.message, issue.path);
  }
  const files = entries.filter((entry) => !entry.directory).map((entry) => entry.path);
  const directories = entries.filter((entry) => entry.directory).map((entry) => `${entry.path}/.`);
  const collision = findPathCollision(files.concat(directories));
  if (collision !== null) throw invalidArchive(`The names in the archive collide: ${collision}.`);
}

function toPackageFile(entry: ArchiveEntry, root: string): PackageFile {
  const path = root === "" ? entry.path : entry.path.slice(root.length + 1);
  const issue = checkPath(path);
  if (issue !== null) throw new ArchiveFault("PATH_INVALID", issue.message, issue.path);
  const file = { path, bytes: unpackEntry(entry) };
  return entry.executable === undefined ? file : { ...file, executable: entry.executable };
}

/** What macOS adds on its own. */
function isDebris(path: string): boolean {
  return path.startsWith("__MACOSX/") || path === ".DS_Store" || path.endsWith("/.DS_Store");
}
