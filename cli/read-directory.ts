import { lstatSync, readdirSync, type Dirent } from "node:fs";
import { lstat } from "node:fs/promises";
import path from "node:path";
import { findListingFault, type PackageFile, type PackageIssue } from "@/lib/package";
import { InputError } from "./command";
import { targetOf } from "./disk-tree";
import { readCheckedFile } from "./read-checked-file";
import { COMPILED_FOLDER, isByProduct, isForeignCompiled } from "./by-products";
import { readAtMost, unreadable } from "./read-input";
import { SendRules } from "./send-rules";

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

/** Which by-products of tools are read with the files of a skill. */
export interface ByProducts {
  /** Those at these places in the skill; a folder with all that is in it. */
  keeps?: (file: string) => boolean;
  /** Compiled Python that has no source beside it. */
  compiled?: boolean;
}

/**
 * The files of a skill's directory as they go out, and the paths of those that do not: secrets, and what ignore files
 * name. A directory that is left out has a slash at its end.
 *
 * @throws InputError for links, for paths that no package holds, and for more than one may hold.
 */
export async function readToSend(directory: string): Promise<{ files: PackageFile[]; leftOut: string[] }> {
  const { files, leftOut } = listToSend(directory);
  return { files: await readAll(directory, files), leftOut };
}

function listToSend(directory: string): Listing {
  const rules = new SendRules(directory);
  const listing: Listing = { directory, byProducts: {}, files: [], rules, leftOut: [] };
  listInto(listing, directory, "", 0);
  return listing;
}

/** Every file counts. */
export const EVERYTHING: ByProducts = { keeps: () => true };

/**
 * The files of a skill's directory for a package, every byte of them; of what tools leave behind only what is named.
 *
 * @throws InputError for links, for paths that no package holds, and for more than one may hold.
 */
export async function readForPackage(directory: string, byProducts: ByProducts = {}): Promise<PackageFile[]> {
  return readAll(directory, listFiles(directory, byProducts));
}

async function readAll(directory: string, listed: readonly ListedFile[]): Promise<PackageFile[]> {
  const fault = findFault(listed);
  if (fault !== null) throw new InputError(`${directory}: ${describeFault(fault)}`);
  const files: PackageFile[] = [];
  for (const { file, place } of listed) {
    const { mode, size } = await lstat(place);
    files.push({ path: file, bytes: await readAtMost(place, size), ...modeOf(mode) });
  }
  return files;
}

/** Windows knows no mode, so there it is told by how a file begins. */
const modeOf = (mode: number): Pick<PackageFile, "executable"> =>
  process.platform === "win32" ? {} : { executable: (mode & 0o100) !== 0 };

/** A package's fault as every command says it. */
export const describeFault = ({ code, message }: PackageIssue): string => `${code}: ${message}`;

/**
 * The first reason why what goes out of a skill's directory is no package, without a look into its files; null when
 * there is none.
 *
 * @throws InputError when it cannot be read.
 */
export function findDirectoryFault(directory: string): { fault: PackageIssue | null; sizeBytes: number } {
  const listed = listToSend(directory).files;
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
function listFiles(directory: string, byProducts: ByProducts = {}): ListedFile[] {
  const listing: Listing = { directory, byProducts, files: [], rules: null, leftOut: [] };
  listInto(listing, directory, "", 0);
  return listing.files;
}

interface Listing {
  directory: string;
  byProducts: ByProducts;
  files: ListedFile[];
  /** What is not sent; null where nothing is. */
  rules: SendRules | null;
  leftOut: string[];
}

function listInto(listing: Listing, place: string, prefix: string, depth: number): void {
  if (depth > MAX_DEPTH) throw new InputError(`${place}: more than ${MAX_DEPTH} directories deep`);
  const { keeps = () => false, compiled = false } = listing.byProducts;
  const entries = listDirectory(place);
  const names = new Set(entries.map(({ name }) => name));
  listing.rules?.enter(place, prefix, names);
  for (const entry of entries) {
    const { name } = entry;
    const inner = place.endsWith(path.sep) ? place + name : place + path.sep + name;
    if (isByProduct(name) && !keeps(prefix + name)) {
      if (!compiled || name !== COMPILED_FOLDER || !entry.isDirectory()) continue;
      for (const each of listDirectory(inner))
        if (each.isFile() && isForeignCompiled(each.name, names))
          add(listing, {
            file: `${prefix}${name}/${each.name}`,
            place: inner + path.sep + each.name,
            isLink: false,
          });
    } else if (listing.rules?.leavesOut(`${prefix}${name}${entry.isDirectory() ? "/" : ""}`))
      listing.leftOut.push(`${prefix}${name}${entry.isDirectory() ? "/" : ""}`);
    else if (entry.isDirectory()) listInto(listing, inner, `${prefix}${name}/`, depth + 1);
    else if (entry.isFile() || entry.isSymbolicLink())
      add(listing, { file: prefix + name, place: inner, isLink: entry.isSymbolicLink() });
  }
}

function add({ directory, files }: Listing, file: ListedFile): void {
  files.push(file);
  if (files.length > MAX_FILES) throw new InputError(`${directory}: more than ${MAX_FILES} files`);
}

function listDirectory(place: string): Dirent[] {
  try {
    return readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw unreadable(place, error);
  }
}
