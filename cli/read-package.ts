import { stat } from "node:fs/promises";
import {
  isZip,
  readArchive,
  SKILL_ARCHIVE_LIMITS,
  writeArchive,
  type PackageFile,
  type PackageIssue,
  type SkillPackage,
} from "@/lib/package";
import { InputError } from "./command";
import { readAtMost, unreadable } from "./read-input";

export const ARCHIVE_MAX_BYTES = SKILL_ARCHIVE_LIMITS.maxArchiveBytes;

interface PackOptions {
  root?: string;
  compression?: "store" | "deflate";
  /** How the archive is read back. */
  read?: typeof readArchive;
}

/**
 * Packs files, by default compressed and without a root directory, and reads the archive back as a store would. What
 * is too large as it stands is compressed all the same.
 *
 * @throws InputError when a store would refuse it.
 */
export function packFiles(
  files: readonly PackageFile[],
  label: string,
  { root = "", compression = "deflate", read }: PackOptions = {},
): { bytes: Uint8Array; package: SkillPackage } {
  try {
    let bytes = writeArchive(files, root, { compression });
    if (bytes.length > ARCHIVE_MAX_BYTES && compression === "store")
      bytes = writeArchive(files, root, { compression: "deflate" });
    return { bytes, package: readPackage(bytes, label, read) };
  } catch (error) {
    if (error instanceof RangeError) throw new InputError(`${label}: ${error.message}`);
    throw error;
  }
}

/** Why checked files make no archive that a store takes; null when they do. */
export function findPackingIssue(files: readonly PackageFile[], label: string): PackageIssue | null {
  try {
    packFiles(files, label);
    return null;
  } catch (error) {
    if (!(error instanceof PackageRefusal)) throw error;
    return error.issue;
  }
}

/** What a store would refuse, with the reason it would give. */
class PackageRefusal extends InputError {
  constructor(
    label: string,
    readonly issue: PackageIssue,
  ) {
    super(`${label}: ${issue.code}: ${issue.message}`);
  }
}

/**
 * The package in the bytes of an archive.
 *
 * @throws InputError saying why a store would refuse it.
 */
export function readPackage(bytes: Uint8Array, label: string, read = readArchive): SkillPackage {
  const result = read(bytes);
  if (result.ok) return result.package;
  throw new PackageRefusal(label, result.issue);
}

/** By its bytes; and what calls itself an archive and is none is to be refused as one. */
export async function isArchive(place: string, label: string): Promise<boolean> {
  const kind = await stat(place).catch((error: unknown) => {
    throw unreadable(label, error);
  });
  if (!kind.isFile()) return false;
  if (/\.(?:skill|zip)$/i.test(place)) return true;
  return isZip(await readAtMost(place, 3));
}
