import { countChanges, diffLines, type DiffLine } from "@/lib/audits/review/line-diff";
import { readTextFile, type PackageFile } from "@/lib/package";

/** A file of the version under review, against the version before. */
export interface ReviewFile {
  path: string;
  status: "same" | "changed" | "added" | "removed";
  isText: boolean;
  added: number;
  removed: number;
}

/** A file longer than this is shown from its beginning; its digest is part of what is signed all the same. */
const MAX_DIFF_BYTES = 200_000;

/** The files of both packages by name, with the number of lines each change adds and removes. */
export function compareFiles(before: readonly PackageFile[], after: readonly PackageFile[]): ReviewFile[] {
  const paths = [...new Set([...before, ...after].map(({ path }) => path))].sort();
  return paths.map((path) => {
    const [old, next] = [find(before, path), find(after, path)];
    const status = old === null ? "added" : next === null ? "removed" : equal(old, next) ? "same" : "changed";
    const isText = [old, next].every((bytes) => bytes === null || readTextFile(bytes) !== null);
    const counts = status === "same" || !isText ? { added: 0, removed: 0 } : countChanges(diff(old, next));
    return { path, status, isText, ...counts };
  });
}

/** The lines of one file in both packages; null when it is not text. */
export function diffFile(
  before: readonly PackageFile[],
  after: readonly PackageFile[],
  path: string,
): DiffLine[] | null {
  const [old, next] = [find(before, path), find(after, path)];
  if ([old, next].some((bytes) => bytes !== null && readTextFile(bytes) === null)) return null;
  return diff(old, next);
}

function diff(old: Uint8Array | null, next: Uint8Array | null): DiffLine[] {
  const read = (bytes: Uint8Array | null) =>
    bytes === null ? "" : new TextDecoder().decode(bytes.subarray(0, MAX_DIFF_BYTES));
  return diffLines(read(old), read(next));
}

const find = (files: readonly PackageFile[], path: string): Uint8Array | null =>
  files.find((file) => file.path === path)?.bytes ?? null;

const equal = (a: Uint8Array, b: Uint8Array) => Buffer.from(a).equals(b);
