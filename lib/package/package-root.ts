import { ArchiveError } from "./zip/archive-error";
import { describeText } from "./describe-text";

/** `skill.md` counts as present here; whether it is enough is for each dialect to say. */
const SKILL_FILE = /^skill\.md$/i;
const SHOWN_PLACES = 3;

/**
 * The root directory of an archive: "" when SKILL.md lies at the top, otherwise the one directory that holds
 * everything (USK v1.0 section 1; ignored entries are already left out).
 *
 * @throws ArchiveError SKILL_MD_MISSING when SKILL.md lies deeper or nowhere.
 */
export function findPackageRoot(paths: readonly string[]): string {
  if (paths.some(isSkillFile)) return "";
  const first = paths[0]?.split("/")[0] ?? "";
  const single = first !== "" && paths.every((path) => path.startsWith(`${first}/`));
  if (single && paths.some((path) => isSkillFile(path.slice(first.length + 1)))) return first;
  throw new ArchiveError("SKILL_MD_MISSING", describeMissing(paths));
}

/** `SKILL.md` as written, and `skill.md`; other spellings are no skill file in any dialect. */
function isSkillFile(path: string): boolean {
  return path === "SKILL.md" || path === "skill.md";
}

/** The file that makes a folder a skill: SKILL.md, or `skill.md` where there is no other. */
export function findSkillFile<T extends { path: string }>(files: readonly T[]): T | undefined {
  return files.find(({ path }) => path === "SKILL.md") ?? files.find(({ path }) => isSkillFile(path));
}

/** The manifest of a plugin, at the root of an archive or of its single directory. */
export const isPluginManifest = (path: string): boolean => /^(?:[^/]+\/)?plugin\.json$/.test(path);

function describeMissing(paths: readonly string[]): string {
  if (paths.some(isPluginManifest))
    return "This is a plugin, which holds skills instead of being one: check and publish it as a plugin (/v1/plugins).";
  const places = paths.filter((path) => SKILL_FILE.test(path.slice(path.lastIndexOf("/") + 1)));
  const rule = "SKILL.md must lie at the top of the archive or inside its single root directory";
  if (places.length === 0) return `The archive has no SKILL.md; ${rule}.`;
  const found = places.slice(0, SHOWN_PLACES).map((path) => `"${describeText(path)}"`);
  return `${rule}; found at ${found.join(", ")}.`;
}
