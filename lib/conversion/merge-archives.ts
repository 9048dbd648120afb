import { DomainError } from "@/lib/kernel/errors";
import { offThread } from "@/lib/kernel/threads/off-thread";
import { readZipFiles, writeArchive, type PackageFile } from "@/lib/package";
import { MAX_CONVERTED_PATH_CHARACTERS } from "./conversion-source";

const MEBIBYTE = 1024 * 1024;
/** Of one converted archive: a package, and what is put beside it. */
const LIMITS = { maxArchiveBytes: 40 * MEBIBYTE, maxUnpackedBytes: 40 * MEBIBYTE, maxEntries: 2_000 };
const MAX_BYTES = 100 * MEBIBYTE;

/**
 * Converted archives as one, in a thread: what each holds lies where it lay. Throws CONTENT_TOO_LARGE, and PACKAGE_CORRUPT
 * for one that cannot be read, or where two hold the same file.
 */
export const mergeArchives = offThread("merge-archives", (archives: readonly Uint8Array[]): Uint8Array => {
  const files = new Map<string, PackageFile>();
  let bytes = 0;
  for (const archive of archives) {
    const read = readZipFiles(archive, LIMITS);
    if (!read.ok) throw new DomainError("PACKAGE_CORRUPT", read.issue.message);
    for (const file of read.files) {
      bytes += file.bytes.length;
      if (bytes > MAX_BYTES) throw new DomainError("CONTENT_TOO_LARGE", "The skills are too large together.");
      if (files.has(file.path)) throw new DomainError("PACKAGE_CORRUPT", `Two skills hold ${file.path}.`);
      files.set(file.path, file);
    }
  }
  return writeArchive([...files.values()], "", { maxPathCharacters: MAX_CONVERTED_PATH_CHARACTERS });
});
