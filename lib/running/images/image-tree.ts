import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const DIRECTORY_MODE = 0o755;
const ANYBODY_MAY_RUN = 0o111;

/** One thing in a root file system, by its path without a leading slash. */
export type ImageEntry =
  | { readonly kind: "directory"; readonly path: string }
  | { readonly kind: "link"; readonly path: string; readonly target: string }
  | {
      readonly kind: "file";
      readonly path: string;
      readonly source: string | null;
      readonly executable: boolean;
    };

/**
 * Writes entries below `root`, in which nothing else is. Dates of files are kept, because compiled python files are
 * valid for a source of one date only. Special modes such as set-user-id are not. What an `earlier` tree has already is
 * shared with it.
 */
export function writeTree(
  root: string,
  entries: readonly ImageEntry[],
  earlier: readonly string[] = [],
): void {
  for (const entry of entries) {
    const place = path.join(root, entry.path);
    fs.mkdirSync(entry.kind === "directory" ? place : path.dirname(place), {
      recursive: true,
      mode: DIRECTORY_MODE,
    });
    if (entry.kind === "link") fs.symlinkSync(entry.target, place);
    else if (entry.kind === "file") writeFile(place, entry, earlier);
  }
}

type FileEntry = Extract<ImageEntry, { kind: "file" }>;

function writeFile(place: string, entry: FileEntry, earlier: readonly string[]): void {
  const { source, executable } = entry;
  const twin = earlier.map((root) => path.join(root, entry.path)).find((file) => isTwin(file, entry));
  if (twin !== undefined) return fs.linkSync(twin, place);
  if (source === null) fs.writeFileSync(place, "");
  else {
    fs.copyFileSync(source, place, fs.constants.COPYFILE_FICLONE);
    const { atime, mtime } = fs.statSync(source);
    fs.utimesSync(place, atime, mtime);
  }
  fs.chmodSync(place, executable ? 0o755 : 0o644);
}

function isTwin(file: string, { source, executable }: FileEntry): boolean {
  const found = fs.lstatSync(file, { throwIfNoEntry: false });
  if (source === null || !found?.isFile()) return false;
  const { size, mtimeMs } = fs.statSync(source);
  const same = found.size === size && Math.abs(found.mtimeMs - mtimeMs) < 1_000;
  return same && ((found.mode & ANYBODY_MAY_RUN) !== 0) === executable;
}

/**
 * The digest of a root file system: SHA-256 over one line for each entry in the order of paths, with its kind,
 * whether it can be run, its path, and the digest of its content or the target of the link. Dates and owners are
 * not part of it.
 */
export function digestTree(root: string): string {
  const hash = createHash("sha256");
  for (const [name, found] of walkTree(root)) {
    const place = path.join(root, name);
    const quoted = JSON.stringify(name);
    if (found.isSymbolicLink()) hash.update(`link - ${quoted} ${JSON.stringify(fs.readlinkSync(place))}\n`);
    else if (found.isDirectory()) hash.update(`directory - ${quoted}\n`);
    else {
      const content = createHash("sha256").update(fs.readFileSync(place)).digest("hex");
      hash.update(`file ${(found.mode & ANYBODY_MAY_RUN) === 0 ? "-" : "x"} ${quoted} ${content}\n`);
    }
  }
  return `sha256:${hash.digest("hex")}`;
}

/**
 * A short text that changes when any file of the tree was written to, made from sizes, inodes and dates. Much
 * cheaper than the digest; nobody but the owner could make two trees agree in it.
 */
export function stampTree(root: string): string {
  const hash = createHash("sha256");
  for (const [name, found] of walkTree(root)) {
    const { ino, size, mode, uid, mtimeMs } = found;
    // A directory's date changes with its contents, which have lines of their own.
    hash.update(
      JSON.stringify(found.isDirectory() ? [name, mode, uid] : [name, ino, size, mode, uid, mtimeMs]),
    );
  }
  return hash.digest("hex");
}

function walkTree(root: string, below = ""): [string, fs.Stats][] {
  return fs
    .readdirSync(path.join(root, below))
    .toSorted()
    .flatMap((name): [string, fs.Stats][] => {
      const inside = below === "" ? name : `${below}/${name}`;
      const found = fs.lstatSync(path.join(root, inside));
      return [[inside, found], ...(found.isDirectory() ? walkTree(root, inside) : [])];
    });
}
