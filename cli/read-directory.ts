import { lstat, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { SKILL_ARCHIVE_LIMITS, type PackageFile } from "@/lib/package";
import { InputError } from "./command";
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
export async function readForChecks(
  directory: string,
  isNeeded: (file: string) => boolean,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for await (const { file, place, isLink } of walk(directory)) {
    if (isLink && !(await stat(place).catch(() => null))?.isFile()) continue;
    files.set(file, isNeeded(file) ? await readAtMost(place, CONTENT_MAX_BYTES) : new Uint8Array());
    if (files.size > MAX_FILES) throw new InputError(`${directory}: more than ${MAX_FILES} files`);
  }
  return files;
}

/**
 * The files of a skill's directory for a package, every byte of them; with `everything` also what tools leave behind.
 *
 * @throws InputError for links, and for more than a package may hold.
 */
export async function readForPackage(
  directory: string,
  { everything = false }: { everything?: boolean } = {},
): Promise<PackageFile[]> {
  const { maxEntries, maxUnpackedBytes } = SKILL_ARCHIVE_LIMITS;
  const files: PackageFile[] = [];
  let sizeBytes = 0;
  for await (const { file, place, isLink } of walk(directory, everything ? NOTHING : LEFT_OUT)) {
    if (isLink) throw new InputError(`${place}: is a link; a package holds files only`);
    const { mode, size } = await lstat(place);
    sizeBytes += size;
    if (sizeBytes > maxUnpackedBytes)
      throw new InputError(`${directory}: more than ${maxUnpackedBytes} bytes`);
    if (files.length >= maxEntries) throw new InputError(`${directory}: more than ${maxEntries} files`);
    files.push({ path: file, bytes: await readAtMost(place, size), executable: (mode & 0o100) !== 0 });
  }
  return files;
}

interface WalkedFile {
  /** Path inside the skill, with forward slashes. */
  file: string;
  place: string;
  isLink: boolean;
}

async function* walk(
  directory: string,
  leftOut: ReadonlySet<string> = LEFT_OUT,
  { prefix = "", depth = 0 } = {},
): AsyncGenerator<WalkedFile> {
  if (depth > MAX_DEPTH) throw new InputError(`${directory}: more than ${MAX_DEPTH} directories deep`);
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
    throw unreadable(directory, error);
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (leftOut.has(entry.name)) continue;
    const place = path.join(directory, entry.name);
    const file = prefix + entry.name;
    if (entry.isDirectory()) yield* walk(place, leftOut, { prefix: `${file}/`, depth: depth + 1 });
    else if (entry.isFile() || entry.isSymbolicLink()) yield { file, place, isLink: entry.isSymbolicLink() };
  }
}
