import { createHash } from "node:crypto";
import type { PackageFile, SkillPackage } from "./types";
import { readTextFile } from "./text-file";

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

/** Of less, many have the same: a sentence, a template. */
const LEAST_CHARACTERS = 400;
const SKILL_FILE = /^skill\.md$/i;
/** Whoever takes a licence takes its text. */
const LICENCE = /(?:^|\/)(?:licen[cs]e|copying|notice)(?:[.-][^/]*)?$/i;
const FENCE = /^---[ \t]*$/m;

/**
 * What two packages have in common that differ in their names alone, as `sha256:<hex>`: all files, of SKILL.md what
 * stands behind the front matter, without the skill's own name and whichever line ends. Null for a package that holds
 * too little to be anybody's.
 */
export function contentDigest(files: readonly PackageFile[], name: string): string | null {
  const content = readContent(files, name);
  if (content === null) return null;
  const hash = createHash("sha256").update(`${content.body}\0${canonicalFileList(content.others)}`);
  return `sha256:${hash.digest("hex")}`;
}

/** What of a package counts as its content; null for too little. */
export function readContent(
  files: readonly PackageFile[],
  name: string,
): { body: string; others: readonly PackageFile[] } | null {
  const skillFile = files.find(({ path }) => SKILL_FILE.test(path));
  const others = files.filter((file) => file !== skillFile && !LICENCE.test(file.path));
  const body = withoutName(bodyOf(skillFile ? (readTextFile(skillFile.bytes) ?? "") : ""), name);
  const characters = body.length + others.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return characters < LEAST_CHARACTERS ? null : { body, others };
}

function bodyOf(text: string): string {
  const lines = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  if (!lines.startsWith("---")) return lines.trim();
  const from = lines.indexOf("\n") + 1;
  const end = FENCE.exec(lines.slice(from));
  return (end ? lines.slice(from + end.index + end[0].length) : lines).trim();
}

/** `pdf-tools`, "PDF Tools" and `pdf_tools` are one name. */
function withoutName(body: string, name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  if (words.join("").length < 3) return body;
  return body.replace(new RegExp(words.join("[-_ ]?"), "giu"), "");
}

/** How many bytes these files have together, unpacked. */
export function unpackedBytes(files: readonly Pick<PackageFile, "bytes">[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
