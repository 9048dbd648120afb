import type { AuditScope } from "@/lib/audits/audit-statement";
import { sha256Digest, sha256Hex } from "@/lib/kernel/digest";
import { comparePaths } from "@/lib/package";

/** A file of a package as its digest and its mode name it. */
export interface ListedFile {
  path: string;
  /** 64 hexadecimal digits. */
  sha256: string;
  /** Whether it may be run; null where it is not known. */
  isExecutable: boolean | null;
}

/** A file that both packages have, or one of them. */
export interface FilePair {
  path: string;
  before: ListedFile | null;
  after: ListedFile | null;
  status: "same" | "changed" | "added" | "removed";
}

/** The files of two packages by name. One that may be run now, and could not before, is changed. */
export function pairFiles(before: readonly ListedFile[], after: readonly ListedFile[]): FilePair[] {
  const [old, next] = [byPath(before), byPath(after)];
  return [...new Set([...old.keys(), ...next.keys()])].sort(comparePaths).map((path) => {
    const pair = { path, before: old.get(path) ?? null, after: next.get(path) ?? null };
    return { ...pair, status: statusOf(pair) };
  });
}

function statusOf({ before, after }: Pick<FilePair, "before" | "after">): FilePair["status"] {
  if (before === null) return "added";
  if (after === null) return "removed";
  return before.sha256 === after.sha256 && before.isExecutable === after.isExecutable ? "same" : "changed";
}

/** The files that a seal of this scope covers: all of the package, or what differs from the version it rests on. */
export function coveredFiles(pairs: readonly FilePair[], scope: AuditScope): FilePair[] {
  return pairs.filter(({ after, status }) => (scope === "full" ? after !== null : status !== "same"));
}

/**
 * The list of covered files: for each, in the order of the UTF-8 bytes of its path, the line `<sha256>  <path>\n` as
 * `sha256sum` prints it, with `-` in place of the digest of a file that is gone.
 */
export const coveredList = (covered: readonly FilePair[]): string =>
  covered.map(({ path, after }) => `${after?.sha256 ?? "-"}  ${path}\n`).join("");

/** `sha256:<hex>` of that list. Of a full audit it is the digest of the package. */
export const coveredDigest = (covered: readonly FilePair[]): string => sha256Digest(coveredList(covered));

/**
 * Names what is shown of a file, for the mark that a verifier has seen it: read against another version, it is another
 * thing to see.
 */
export function seenKey({ path, before, after }: Pick<FilePair, "path" | "before" | "after">): string {
  const of = (file: ListedFile | null) => file && [file.sha256, file.isExecutable];
  return sha256Hex(JSON.stringify([path, of(before), of(after)]));
}

/** The mark of a verifier who has seen it, among those of the checklist. */
export const seenMark = (key: string): string => `seen ${key}`;

const byPath = (files: readonly ListedFile[]) => new Map(files.map((file) => [file.path, file]));
