import { createHash } from "node:crypto";
import { comparePaths } from "./package-digest";
import type { PackageFile } from "./types";

/** Whether a file may be run: what its archive says or, where it says nothing, that it begins with `#!`. */
export const isExecutable = ({ bytes, executable }: Pick<PackageFile, "bytes" | "executable">): boolean =>
  executable ?? (bytes[0] === 0x23 && bytes[1] === 0x21);

/** Paths of the files that may be run, in the order of their UTF-8 bytes. */
export const listExecutables = (files: readonly PackageFile[]): string[] =>
  files
    .filter(isExecutable)
    .map(({ path }) => path)
    .sort(comparePaths);

/**
 * `sha256:<hex>` over the list of the files that may be run, a line each. The package digest leaves modes out, so this
 * stands beside it. Anyone can recompute it in the unpacked skill with GNU coreutils:
 *
 *     find . -type f -perm -u+x -printf '%P\n' | LC_ALL=C sort | sha256sum
 */
export function executablesDigest(paths: readonly string[]): string {
  const lines = [...paths].sort(comparePaths).map((path) => `${path}\n`);
  return `sha256:${createHash("sha256").update(lines.join("")).digest("hex")}`;
}
