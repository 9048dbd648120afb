import { gunzipSync } from "node:zlib";
import { readZipFiles, unpackedBytes, type PackageFile } from "@/lib/package";
import { isDocument } from "@/lib/vetting/document-text/open-documents";

export interface InnerArchives {
  /** What the archives hold, each file under `archive.zip!/path`. */
  readonly files: readonly PackageFile[];
  readonly opened: ReadonlySet<string>;
}

/** What archives inside one package may unpack to, all together. */
const MAX_UNPACKED_BYTES = 20 * 1024 * 1024;
const MAX_ENTRIES = 2000;

/**
 * Looks into the ZIP and tar archives of a package, so that packing a file does not hide it. Archives inside archives
 * stay closed, and so does whatever is damaged, locked or too large. Documents that are archives are read as documents.
 */
export function openInnerArchives(files: readonly PackageFile[]): InnerArchives {
  const found: PackageFile[] = [];
  const opened = new Set<string>();
  let remainingBytes = MAX_UNPACKED_BYTES;
  for (const file of files) {
    const { path, bytes } = file;
    const content = isDocument(file) ? null : readInner(bytes, remainingBytes);
    if (content === null || found.length + content.length > MAX_ENTRIES) continue;
    remainingBytes -= unpackedBytes(content);
    opened.add(path);
    for (const inner of content) found.push({ ...inner, path: `${path}!/${inner.path}` });
  }
  return { files: found, opened };
}

function readInner(bytes: Uint8Array, maxUnpackedBytes: number): readonly PackageFile[] | null {
  if (maxUnpackedBytes <= 0) return null;
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const limits = { maxArchiveBytes: bytes.length, maxUnpackedBytes, maxEntries: MAX_ENTRIES };
    const result = readZipFiles(bytes, limits);
    return result.ok ? result.files : null;
  }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const unpacked = gunzip(bytes, maxUnpackedBytes);
    return unpacked === null ? null : readTar(unpacked);
  }
  return isTar(bytes) ? readTar(bytes) : null;
}

function gunzip(bytes: Uint8Array, maxOutputLength: number): Uint8Array | null {
  try {
    return gunzipSync(bytes, { maxOutputLength });
  } catch {
    return null;
  }
}

const BLOCK = 512;
const REGULAR = new Set(["", "0", "\0", "7"]);

function isTar(bytes: Uint8Array): boolean {
  return bytes.length >= BLOCK && readText(bytes, 257, 5) === "ustar";
}

/** The regular files of a tar archive (POSIX.1-1988 headers; longer names keep only their last part). */
function readTar(bytes: Uint8Array): PackageFile[] | null {
  if (!isTar(bytes)) return null;
  const files: PackageFile[] = [];
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0;) {
    const sizeBytes = parseInt(readText(bytes, at + 124, 12).trim(), 8);
    if (!Number.isInteger(sizeBytes) || sizeBytes < 0 || at + BLOCK + sizeBytes > bytes.length) return null;
    const prefix = readText(bytes, at + 345, 155);
    const name = readText(bytes, at, 100);
    if (REGULAR.has(readText(bytes, at + 156, 1)) && files.length <= MAX_ENTRIES) {
      const path = prefix === "" ? name : `${prefix}/${name}`;
      files.push({ path, bytes: bytes.subarray(at + BLOCK, at + BLOCK + sizeBytes) });
    }
    at += BLOCK + Math.ceil(sizeBytes / BLOCK) * BLOCK;
  }
  return files;
}

function readText(bytes: Uint8Array, from: number, length: number): string {
  const field = bytes.subarray(from, from + length);
  const end = field.indexOf(0);
  return Buffer.from(end === -1 ? field : field.subarray(0, end)).toString("utf8");
}
