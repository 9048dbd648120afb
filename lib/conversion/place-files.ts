import { findSkillFile, type PackageFile } from "@/lib/package";
import type { PlacedFile, WrapperPlace } from "./wrapper-files";

const WRAPPER_FOLDER = "emporion";
/** The published SKILL.md where the platform's own takes its place; not a name any agent looks for. */
const PUBLISHED_SKILL_MD = "SKILL.published.md";

export interface Placement {
  readonly place: WrapperPlace;
  readonly placed: readonly PlacedFile[];
}

/**
 * For platforms that read SKILL.md: the skill's files lie in the folder of the skill as published, so that every
 * relative link holds; the published SKILL.md moves beside the wrapper, because the platform's own stands in its place.
 * `prefix` is the skill's folder in the archive, with a slash at its end, or "".
 */
export function placeInSkillFolder(files: readonly PackageFile[], prefix: string): Placement {
  const folder = `${freeName(files)}/`;
  const manifestPath = findSkillFile(files)?.path;
  const placed = files.map((file) => {
    const path = file.path === manifestPath ? `${folder}${PUBLISHED_SKILL_MD}` : file.path;
    return { published: file.path, file: { ...file, path: prefix + path } };
  });
  return { place: { folder: prefix + folder, root: ".." }, placed };
}

/**
 * For platforms that read something else: the whole package as published in `skill/`, the wrapper in the folder
 * above it.
 */
export function placeBeside(files: readonly PackageFile[], prefix: string): Placement {
  const placed = files.map((file) => ({
    published: file.path,
    file: { ...file, path: `${prefix}skill/${file.path}` },
  }));
  return { place: { folder: prefix, root: "skill" }, placed };
}

/** `emporion`, or the first numbered name that no file or folder of the skill has in any spelling. */
function freeName(files: readonly PackageFile[]): string {
  const taken = new Set(files.map(({ path }) => path.split("/")[0]?.normalize("NFKC").toLowerCase()));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? WRAPPER_FOLDER : `${WRAPPER_FOLDER}-${number}`;
    if (!taken.has(name)) return name;
  }
}
