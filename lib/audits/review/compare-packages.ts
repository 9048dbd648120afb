import { countChanges, diffLines, MAX_EDITS, type DiffLine } from "@/lib/audits/review/text-diff";
import { readTextFile, type PackageFile } from "@/lib/package";

/** A file of two packages, with the number of lines that its change adds and removes. */
export interface ComparedFile {
  path: string;
  status: "same" | "changed" | "added" | "removed";
  isText: boolean;
  added: number;
  removed: number;
}

/** A longer file is shown in parts. */
const MAX_DIFF_BYTES = 200_000;
/**
 * Different lines that are looked for in all files of two packages together; those after them count as replaced. Anybody
 * may ask for a comparison, and one whose every file is another one would keep the process busy for long.
 */
const MOST_EDITS = 4 * MAX_EDITS;

/** The files of both packages by name, with the number of lines each change adds and removes. */
export function compareFiles(before: readonly PackageFile[], after: readonly PackageFile[]): ComparedFile[] {
  const paths = [...new Set([...before, ...after].map(({ path }) => path))].sort();
  let left = MOST_EDITS;
  return paths.map((path) => {
    const [old, next] = [find(before, path), find(after, path)];
    const status = old === null ? "added" : next === null ? "removed" : equal(old, next) ? "same" : "changed";
    const isText = [old, next].every((bytes) => bytes === null || readTextFile(bytes) !== null);
    if (status === "same" || !isText) return { path, status, isText, added: 0, removed: 0 };
    const counts = countChanges(diff(old, next, Math.min(left, MAX_EDITS)));
    if (status === "changed") left -= Math.min(left, MAX_EDITS, counts.added + counts.removed);
    return { path, status, isText, ...counts };
  });
}

/** The lines of one file in both packages, of a long one the first part; null when it is not text. */
export const diffFile = (before: readonly PackageFile[], after: readonly PackageFile[], path: string) =>
  diffPart(before, after, { path, part: 1 }).lines;

/**
 * The lines of one file in both packages; null when it is not text. Of a long one that is the first part; those after it
 * are the lines of the newer file as they are, or of the one that is gone.
 */
export function diffPart(
  before: readonly PackageFile[],
  after: readonly PackageFile[],
  { path, part: asked }: { path: string; part: number },
): { lines: DiffLine[] | null; part: number; parts: number } {
  const [old, next] = [find(before, path), find(after, path)];
  if ([old, next].some((bytes) => bytes !== null && readTextFile(bytes) === null))
    return { lines: null, part: 1, parts: 1 };
  const longest = Math.max(old?.length ?? 0, next?.length ?? 0);
  const parts = Math.max(1, Math.ceil(longest / MAX_DIFF_BYTES));
  const part = Math.min(asked, parts);
  if (part === 1) return { lines: diff(old, next), part, parts };
  const cut = (bytes: Uint8Array | null) =>
    bytes && bytes.subarray((part - 1) * MAX_DIFF_BYTES, part * MAX_DIFF_BYTES);
  return { lines: next === null ? diff(cut(old), null) : diff(null, cut(next)), part, parts };
}

function diff(old: Uint8Array | null, next: Uint8Array | null, maxEdits = MAX_EDITS): DiffLine[] {
  const read = (bytes: Uint8Array | null) =>
    bytes === null ? "" : new TextDecoder().decode(bytes.subarray(0, MAX_DIFF_BYTES));
  return diffLines(read(old), read(next), maxEdits);
}

const find = (files: readonly PackageFile[], path: string): Uint8Array | null =>
  files.find((file) => file.path === path)?.bytes ?? null;

const equal = (a: Uint8Array, b: Uint8Array) => Buffer.from(a).equals(b);
