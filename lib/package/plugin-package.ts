import { readArchive, readZipFiles } from "./read-archive";
import type { PackageFile, PackageIssue, SkillPackage } from "./types";
import { writeArchive } from "./write-archive";

/** Agent Plugins 1.0.0, section 5.1: the one manifest, at the root of the plugin. */
export const PLUGIN_MANIFEST = "plugin.json";
/** Section 7.1: each folder directly in it that has SKILL.md is a skill. */
const SKILL_FOLDER = /^skills\/([^/]+)\//;

/** A plugin, taken apart (Agent Plugins 1.0.0, section 6). */
export interface PluginPackage {
  /** The bytes of plugin.json. */
  readonly manifest: Uint8Array;
  /** Each with the name of its folder as root directory, in the order of these. */
  readonly skills: readonly SkillPackage[];
  /** Everything that belongs to no skill but the manifest: a market of skills has no place for it. */
  readonly others: readonly string[];
}

export type PluginResult =
  | { readonly ok: true; readonly plugin: PluginPackage }
  | { readonly ok: false; readonly issue: PackageIssue };

/** A ZIP archive as a plugin, by the limits of a skill's archive. */
export function readPluginArchive(bytes: Uint8Array): PluginResult {
  const read = readZipFiles(bytes);
  return read.ok ? readPlugin(read.files) : read;
}

/** Files as a plugin: its manifest lies at the top, or in the one folder that everything lies in. */
export function readPlugin(given: readonly PackageFile[]): PluginResult {
  const files = withoutFolder(given);
  const manifest = files.find(({ path }) => path === PLUGIN_MANIFEST);
  if (manifest === undefined) {
    const message = `There is no ${PLUGIN_MANIFEST} at the root of the plugin.`;
    return { ok: false, issue: { code: "FILE_INVALID_TYPE", message, path: PLUGIN_MANIFEST } };
  }
  const inFolders = new Map<string, PackageFile[]>();
  for (const file of files) {
    const folder = SKILL_FOLDER.exec(file.path)?.[1];
    if (folder === undefined) continue;
    const inside = inFolders.get(folder) ?? [];
    inside.push({ ...file, path: file.path.slice(`skills/${folder}/`.length) });
    inFolders.set(folder, inside);
  }
  const skills: SkillPackage[] = [];
  for (const [folder, inside] of inFolders) {
    if (!inside.some(({ path }) => path === "SKILL.md")) continue;
    // What an archive of the skill alone would be refused for, it is refused for here.
    const read = readArchive(writeArchive(inside, folder, { compression: "deflate" }));
    if (!read.ok)
      return { ok: false, issue: { ...read.issue, path: `skills/${folder}/${read.issue.path ?? ""}` } };
    skills.push(read.package);
  }
  const taken = new Set(skills.map(({ rootDirectory }) => rootDirectory));
  const others = files.filter(
    ({ path }) => path !== PLUGIN_MANIFEST && !taken.has(SKILL_FOLDER.exec(path)?.[1]),
  );
  return {
    ok: true,
    plugin: { manifest: manifest.bytes, skills, others: others.map(({ path }) => path) },
  };
}

function withoutFolder(files: readonly PackageFile[]): readonly PackageFile[] {
  if (files.some(({ path }) => path === PLUGIN_MANIFEST)) return files;
  const folder = `${files[0]?.path.split("/", 1)[0] ?? ""}/`;
  if (!files.every(({ path }) => path.startsWith(folder))) return files;
  return files.map((file) => ({ ...file, path: file.path.slice(folder.length) }));
}
