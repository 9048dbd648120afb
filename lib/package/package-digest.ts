import { createHash } from "node:crypto";
import type { PackageFile, SkillPackage } from "./types";

/** A file as it stands in the canonical list: `sha256` is 64 lower-case hexadecimal digits, without a prefix. */
export interface FileDigest {
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Order of the canonical list: the UTF-8 bytes of the paths, as `LC_ALL=C sort` has it. */
export function comparePaths(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** Each file's digest and size, in canonical order. */
export function listFileDigests(files: readonly PackageFile[]): FileDigest[] {
  return files
    .map(({ path, bytes }) => ({ path, sha256: sha256Hex(bytes), sizeBytes: bytes.length }))
    .sort((left, right) => comparePaths(left.path, right.path));
}

/**
 * The text whose SHA-256 is the package digest: for each file, in the order of the UTF-8 bytes of its path, the
 * line `<sha256 of the bytes>  <path>\n`. It is what `sha256sum` prints, so `sha256sum --check` reads it too.
 */
export function canonicalFileList(files: readonly PackageFile[]): string {
  return listFileDigests(files)
    .map(({ sha256, path }) => `${sha256}  ${path}\n`)
    .join("");
}

/**
 * `sha256:<hex>` over the canonical file list. Names and bytes count; archive layout, times, modes and the name
 * of the root directory do not. Anyone can recompute it in the unpacked skill with GNU coreutils:
 *
 *     find . -type f -printf '%P\0' | LC_ALL=C sort -z | xargs -0 sha256sum -- | sha256sum
 */
export function packageDigest(files: readonly PackageFile[]): string {
  return `sha256:${sha256Hex(Buffer.from(canonicalFileList(files)))}`;
}

/** A package of files already checked: sorted, with its digest. */
export function assemblePackage(files: readonly PackageFile[], rootDirectory?: string): SkillPackage {
  const sorted = [...files].sort((left, right) => comparePaths(left.path, right.path));
  const digest = packageDigest(sorted);
  return rootDirectory === undefined ? { files: sorted, digest } : { files: sorted, rootDirectory, digest };
}

function sha256Hex(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
