export type SkillTab = "overview" | "examples" | "versions" | "files" | "security" | "api" | "reviews";

/** The page of a skill, or one of its tabs. `version` is given only for a version that is not the latest. */
export function skillPath(slug: string, tab: SkillTab = "overview", version?: string): string {
  const base = `/skills/${encodeURIComponent(slug)}`;
  const path = tab === "overview" ? base : `${base}/${tab}`;
  return ofVersion(path, version);
}

/** Where the deposit of a version stands, and is locked and moved. */
export const bondPath = (slug: string, version?: string) => ofVersion(`${skillPath(slug)}/bond`, version);

/** The page that shows one file of a package. */
export function skillFilePath(slug: string, file: string, version?: string): string {
  const path = `${skillPath(slug, "files")}/${file.split("/").map(encodeURIComponent).join("/")}`;
  return ofVersion(path, version);
}

const ofVersion = (path: string, version: string | undefined) =>
  version === undefined ? path : `${path}?version=${encodeURIComponent(version)}`;
