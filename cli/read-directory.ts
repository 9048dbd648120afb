import { lstatSync, readdirSync, type Dirent } from "node:fs";
import { lstat } from "node:fs/promises";
import path from "node:path";
import { findListingFault, type PackageFile, type PackageIssue } from "@/lib/package";
import { InputError } from "./command";
import { targetOf } from "./disk-tree";
import { readCheckedFile } from "./read-checked-file";
import { readAtMost, unreadable } from "./read-input";

/** What tools leave behind, which belongs to no package. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  "node_modules",
  "__pycache__",
  "__MACOSX",
  ".DS_Store",
]);

const NOTHING: ReadonlySet<string> = new Set();
const NO_BYTES = new Uint8Array();

const MAX_FILES = 20_000;
const MAX_DEPTH = 32;

/** Somewhat more than any file a check reads may have, so that the check itself refuses it. */
const CONTENT_MAX_BYTES = 5 * 1024 * 1024 + 1;

/**
 * The files of a skill's directory for looking at: content only where `isNeeded` says so, links to files followed,
 * links to directories left out.
 *
 * @throws InputError when it cannot be read.
 */
export function readForChecks(
  directory: string,
  isNeeded: (file: string) => boolean,
): Map<string, string | Uint8Array> {
  const files = new Map<string, string | Uint8Array>();
  for (const { file, place, isLink } of listFiles(directory)) {
    if (isLink && targetOf(place)?.isFile() !== true) continue;
    files.set(file, isNeeded(file) ? readCheckedFile(place, CONTENT_MAX_BYTES) : NO_BYTES);
  }
  return files;
}

/**
 * The files of a skill's directory for a package, every byte of them; with `everything` also what tools leave behind.
 *
 * @throws InputError for links, for paths that no package holds, and for more than one may hold.
 */
export async function readForPackage(
  directory: string,
  { everything = false }: { everything?: boolean } = {},
): Promise<PackageFile[]> {
  const listed = listFiles(directory, everything ? NOTHING : LEFT_OUT);
  const fault = findFault(listed);
  if (fault !== null) throw new InputError(`${directory}: ${describeFault(fault)}`);
  const files: PackageFile[] = [];
  for (const { file, place } of listed) {
    const { mode, size } = await lstat(place);
    files.push({ path: file, bytes: await readAtMost(place, size), executable: (mode & 0o100) !== 0 });
  }
  return files;
}

/** A package's fault as every command says it. */
export const describeFault = ({ code, message }: PackageIssue): string => `${code}: ${message}`;

/**
 * The first reason why a skill's directory is no package, without a look into its files; null when there is none.
 *
 * @throws InputError when it cannot be read.
 */
export function findDirectoryFault(directory: string): { fault: PackageIssue | null; sizeBytes: number } {
  const listed = listFiles(directory);
  return { fault: findFault(listed), sizeBytes: listed.reduce((sum, { place }) => sum + sizeOf(place), 0) };
}

function findFault(listed: readonly ListedFile[]): PackageIssue | null {
  const link = listed.find(({ isLink }) => isLink);
  if (link !== undefined)
    return {
      code: "PATH_INVALID",
      message: `${link.file} is a link; a package holds files only`,
      path: link.file,
    };
  return findListingFault(listed.map(({ file, place }) => ({ path: file, sizeBytes: sizeOf(place) })));
}

function sizeOf(place: string): number {
  try {
    return lstatSync(place).size;
  } catch (error) {
    throw unreadable(place, error);
  }
}

interface ListedFile {
  /** Path inside the skill, with forward slashes. */
  file: string;
  place: string;
  isLink: boolean;
}

/** Every file below a directory, in the order of the names. */
function listFiles(directory: string, leftOut: ReadonlySet<string> = LEFT_OUT): ListedFile[] {
  const files: ListedFile[] = [];
  listInto({ directory, leftOut, files }, directory, "", 0);
  return files;
}

interface Listing {
  directory: string;
  leftOut: ReadonlySet<string>;
  files: ListedFile[];
}

function listInto(listing: Listing, place: string, prefix: string, depth: number): void {
  if (depth > MAX_DEPTH) throw new InputError(`${place}: more than ${MAX_DEPTH} directories deep`);
  for (const entry of listDirectory(place)) {
    const { name } = entry;
    if (listing.leftOut.has(name)) continue;
    const inner = place.endsWith(path.sep) ? place + name : place + path.sep + name;
    if (entry.isDirectory()) listInto(listing, inner, `${prefix}${name}/`, depth + 1);
    else if (entry.isFile() || entry.isSymbolicLink()) {
      listing.files.push({ file: prefix + name, place: inner, isLink: entry.isSymbolicLink() });
      if (listing.files.length > MAX_FILES)
        throw new InputError(`${listing.directory}: more than ${MAX_FILES} files`);
    }
  }
}

function listDirectory(place: string): Dirent[] {
  try {
    return readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw unreadable(place, error);
  }
}
