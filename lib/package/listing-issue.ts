import { SKILL_ARCHIVE_LIMITS } from "./limits";
import { findSkillFile } from "./package-root";
import { findPathCollision } from "./path-collisions";
import { checkPath } from "./path-policy";
import type { PackageIssue } from "./types";

/**
 * The first reason why a folder's files are no package, by their paths and sizes alone; null when there is none. The
 * limits are those of an archive.
 */
export function findListingIssue(files: readonly { path: string; sizeBytes: number }[]): PackageIssue | null {
  const { maxEntries, maxUnpackedBytes } = SKILL_ARCHIVE_LIMITS;
  if (files.length > maxEntries) {
    const message = `The package has ${files.length} files; at most ${maxEntries} are allowed.`;
    return { code: "CONTENT_TOO_MANY_FILES", message };
  }
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytes > maxUnpackedBytes) {
    const message = `The package has ${bytes} bytes; at most ${maxUnpackedBytes} are allowed.`;
    return { code: "CONTENT_TOO_LARGE", message };
  }
  const paths = files.map(({ path }) => path);
  for (const path of paths) {
    const issue = checkPath(path);
    if (issue !== null) return issue;
  }
  const collision = findPathCollision(paths);
  if (collision !== null) return { code: "PATH_INVALID", message: `The paths collide: ${collision}.` };
  if (findSkillFile(files) !== undefined) return null;
  return { code: "SKILL_MD_MISSING", message: "There is no SKILL.md at the top of the folder." };
}

/** Whether bytes are a ZIP archive, whatever their file is called: they begin with an entry, or with the end of none. */
export function isZip(bytes: Uint8Array): boolean {
  const [p, k, third, fourth] = bytes;
  if (p !== 0x50 || k !== 0x4b) return false;
  return (third === 3 && fourth === 4) || (third === 5 && fourth === 6);
}
