import { stat } from "node:fs/promises";
import {
  readArchive,
  SKILL_ARCHIVE_LIMITS,
  writeArchive,
  type PackageFile,
  type SkillPackage,
} from "@/lib/package";
import { InputError } from "./command";
import { readAtMost, unreadable } from "./read-input";

export const ARCHIVE_MAX_BYTES = SKILL_ARCHIVE_LIMITS.maxArchiveBytes;

/**
 * Packs files, by default compressed and without a root directory, and reads the archive back as a store would.
 *
 * @throws InputError when a store would refuse it.
 */
export function packFiles(
  files: readonly PackageFile[],
  label: string,
  { root = "", compression = "deflate" }: { root?: string; compression?: "store" | "deflate" } = {},
): { bytes: Uint8Array; package: SkillPackage } {
  try {
    const bytes = writeArchive(files, root, { compression });
    return { bytes, package: readPackage(bytes, label) };
  } catch (error) {
    if (error instanceof RangeError) throw new InputError(`${label}: ${error.message}`);
    throw error;
  }
}

/**
 * The package in the bytes of an archive.
 *
 * @throws InputError saying why a store would refuse it.
 */
export function readPackage(bytes: Uint8Array, label: string): SkillPackage {
  const result = readArchive(bytes);
  if (result.ok) return result.package;
  throw new InputError(`${label}: ${result.issue.code}: ${result.issue.message}`);
}

/** By its name, or by the first bytes of every ZIP archive. */
export async function isArchive(place: string, label: string): Promise<boolean> {
  const kind = await stat(place).catch((error: unknown) => {
    throw unreadable(label, error);
  });
  if (!kind.isFile()) return false;
  if (/\.(?:skill|zip)$/i.test(place)) return true;
  return (await readAtMost(place, 3)).toString("latin1").startsWith("PK\u0003\u0004");
}
