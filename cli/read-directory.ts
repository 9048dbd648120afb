import { lstatSync, readdirSync, type Dirent } from "node:fs";
import { lstat } from "node:fs/promises";
import path from "node:path";
import {
  COMPILED_FOLDER,
  findByProduct,
  findListingIssue,
  findNameIssue,
  GIT_ATTRIBUTES,
  isExecutable,
  isForeignCompiled,
  type ByProduct,
  type PackageFile,
  type PackageIssue,
} from "@/lib/package";
import { InputError } from "./command";
import { targetOf } from "./disk-tree";
import { readCheckedFile } from "./files";
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
  for (const { file, place, isLink } of list({ directory, omits: findPackingReason }).files) {
    if (isLink && targetOf(place)?.isFile() !== true) continue;
    files.set(file, isNeeded(file) ? readCheckedFile(place, CONTENT_MAX_BYTES) : NO_BYTES);
  }
  return files;
}

/** Why a file or directory is not listed. */
interface Omission {
  reason: string;
  /** Something in it may be run. */
  holdsCode?: true;
}

/** A file or directory that is in no package, and why; a directory has a slash at its end. */
export interface LeftOut extends Omission {
  file: string;
}

/** The files of a skill's directory for a package, and what stays out of it. */
export interface PackageReading {
  files: PackageFile[];
  leftOut: LeftOut[];
}

/**
 * The files of a skill's directory as they go out, and those that do not: what no package holds, and what ignore files
 * name.
 *
 * @throws InputError for links, for paths that no package holds, and for more than one may hold.
 */
export async function readToSend(
  directory: string,
  kind: "skill" | "plugin" = "skill",
): Promise<PackageReading> {
  const { files, leftOut } = listToSend(directory);
  return { files: await readAll(directory, files, kind), leftOut };
}

const listToSend = (directory: string): Listing =>
  list({ directory, omits: findPackingReason, rules: new SendRules(directory) });

/**
 * The files of a skill's directory for a package, every byte of them, and what no package holds.
 *
 * @throws InputError for links, for paths that no package holds, and for more than one may hold.
 */
export async function readForPackage(directory: string): Promise<PackageReading> {
  const { files, leftOut } = list({ directory, omits: findPackingReason });
  return { files: await readAll(directory, files), leftOut };
}

/**
 * Every file of a skill's directory, whatever it is called.
 *
 * @throws InputError for links, and for more than a package may hold.
 */
export async function readEverything(directory: string): Promise<PackageFile[]> {
  return readAll(directory, list({ directory, omits: () => null }).files);
}

/** The files of an installed skill that count, and what was passed over although something in it may be run. */
interface InstalledReading {
  files: PackageFile[];
  /** Folders, with a slash at their end. */
  passedOver: string[];
}

/**
 * The files of an installed skill: all but what tools leave behind as it is used and the file that a clone has beside it.
 * Of these, too, those count that `keeps` names, a file that may be run, and what does not belong beside compiled Python.
 *
 * @throws InputError for links, and for more than a package may hold.
 */
export async function readInstalled(
  directory: string,
  keeps: (file: string) => boolean,
): Promise<InstalledReading> {
  const omits = (file: string, name: string, kind: ByProduct["kind"]) => {
    if (keeps(file)) return null;
    const place = path.join(directory, file);
    const byProduct = findByProduct(name, kind);
    if (byProduct !== null) return kind === "file" && mayRun(place) ? null : leftBehind(byProduct);
    return file === GIT_ATTRIBUTES.path && kind === "file" && isOfClone(place) ? OF_CLONE : null;
  };
  const { files, leftOut } = list({ directory, omits, compiled: true });
  return {
    files: await readAll(directory, files, "plugin"), // its SKILL.md may be what is missing
    passedOver: leftOut.flatMap(({ file, holdsCode }) => (holdsCode === true ? [file] : [])),
  };
}

/** Whether a file is the one that a market's repository adds to a clone, byte for byte. */
const isOfClone = (place: string): boolean =>
  lstatSync(place).isFile() && readCheckedFile(place, CONTENT_MAX_BYTES) === GIT_ATTRIBUTES.text;

const OF_CLONE = { reason: "was added by the market to a clone" };

/** Whether a file on the disk may be run. @throws InputError */
function mayRun(place: string): boolean {
  try {
    const found = lstatSync(place);
    if (!found.isFile()) return false;
    const { executable } = modeOf(found.mode);
    return executable ?? isExecutable({ bytes: Buffer.from(readCheckedFile(place, CONTENT_MAX_BYTES)) });
  } catch (error) {
    throw unreadable(place, error);
  }
}

const leftBehind = ({ tool, holdsCode }: ByProduct): Omission => ({
  reason: `is left behind by ${tool}`,
  ...(holdsCode === undefined ? {} : { holdsCode }),
});

/** Why no package holds a file or directory of a skill; null for any other. */
function findPackingReason(file: string, name: string, kind: ByProduct["kind"]): Omission | null {
  const byProduct = findByProduct(name, kind);
  if (byProduct !== null) return leftBehind(byProduct);
  const fault = findNameIssue(kind === "folder" ? `${file}/SKILL.md` : file);
  return fault === null ? null : { reason: fault.reason };
}

async function readAll(
  directory: string,
  listed: readonly ListedFile[],
  kind: "skill" | "plugin" = "skill",
): Promise<PackageFile[]> {
  const fault = findFault(listed, kind);
  if (fault !== null) throw new InputError(`${directory}: ${describeIssue(fault)}`);
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
export const describeIssue = ({ code, message }: PackageIssue): string => `${code}: ${message}`;

/**
 * The first reason why what goes out of a skill's directory is no package, without a look into its files; null when
 * there is none.
 *
 * @throws InputError when it cannot be read.
 */
export function findDirectoryIssue(directory: string): { fault: PackageIssue | null; sizeBytes: number } {
  const listed = listToSend(directory).files;
  return { fault: findFault(listed), sizeBytes: listed.reduce((sum, { place }) => sum + sizeOf(place), 0) };
}

function findFault(listed: readonly ListedFile[], kind: "skill" | "plugin" = "skill"): PackageIssue | null {
  const link = listed.find(({ isLink }) => isLink);
  if (link !== undefined)
    return {
      code: "PATH_INVALID",
      message: `${link.file} is a link; a package holds files only`,
      path: link.file,
    };
  const files = listed.map(({ file, place }) => ({ path: file, sizeBytes: sizeOf(place) }));
  return findListingIssue(files, kind);
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

interface Listing {
  directory: string;
  files: ListedFile[];
  leftOut: LeftOut[];
  /** Why a file, folder or link is not listed; null for one that is. */
  omits: (file: string, name: string, kind: ByProduct["kind"]) => Omission | null;
  /** Lists what does not belong beside compiled Python all the same. */
  compiled?: boolean;
  /** What its author does not want to send. */
  rules?: SendRules;
}

/** The files below a directory, in the order of the names. */
function list(asked: Omit<Listing, "files" | "leftOut">): Listing {
  const listing: Listing = { ...asked, files: [], leftOut: [] };
  listInto(listing, asked.directory, "", 0);
  return listing;
}

function listInto(listing: Listing, place: string, prefix: string, depth: number): void {
  if (depth > MAX_DEPTH) throw new InputError(`${place}: more than ${MAX_DEPTH} directories deep`);
  const entries = listDirectory(place);
  const names = new Set(entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name));
  listing.rules?.enter(place, prefix, names);
  for (const entry of entries) {
    const { name } = entry;
    const file = prefix + name;
    const isDirectory = entry.isDirectory();
    const inner = place.endsWith(path.sep) ? place + name : place + path.sep + name;
    const shown = isDirectory ? `${file}/` : file;
    const omission =
      listing.omits(file, name, kindOf(entry)) ?? (listing.rules?.leavesOut(shown) ? IGNORED : null);
    if (omission !== null) {
      listing.leftOut.push({ file: shown, ...omission });
      if (listing.compiled && name === COMPILED_FOLDER && isDirectory)
        addForeign(listing, { place: inner, prefix: shown, depth: depth + 1 }, names);
    } else if (isDirectory) listInto(listing, inner, shown, depth + 1);
    else if (entry.isFile() || entry.isSymbolicLink())
      add(listing, { file, place: inner, isLink: entry.isSymbolicLink() });
  }
}

const IGNORED: Omission = { reason: "is named by an ignore file" };

function kindOf(entry: Dirent): ByProduct["kind"] {
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "file";
}

/** Lists what lies in `__pycache__` and is not compiled from the sources above it. */
function addForeign(
  listing: Listing,
  { place, prefix, depth }: { place: string; prefix: string; depth: number },
  namesAbove: ReadonlySet<string>,
): void {
  for (const entry of listDirectory(place)) {
    const inner = place + path.sep + entry.name;
    if (entry.isDirectory()) listInto(listing, inner, `${prefix}${entry.name}/`, depth);
    else if (entry.isSymbolicLink() || (entry.isFile() && isForeignCompiled(entry.name, namesAbove)))
      add(listing, { file: prefix + entry.name, place: inner, isLink: entry.isSymbolicLink() });
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
