import { offThread } from "@/lib/kernel/threads/off-thread";
import { findSkillFile, readAcceptedArchive, writeArchive, type PackageFile } from "@/lib/package";
import { checkSkill, PLUGIN_SCHEMA } from "@/lib/skill-format";
import { MAX_CONVERTED_PATH_CHARACTERS, textFile } from "./conversion-source";

/** Raised whenever equal contents would give other bytes than before; part of what a stored plugin is known by. */
export const PLUGIN_LAYOUT = "1";

/** What a plugin holds; equal contents are one plugin, byte for byte. */
export interface PluginContent {
  readonly name: string;
  readonly version: string;
  /** Of a set; null for a plugin of one skill, which says itself what it does. */
  readonly description: string | null;
  /** Each with the name its own SKILL.md has, which is its folder. */
  readonly skills: readonly { readonly name: string; readonly packageDigest: string }[];
}

interface Packing {
  content: PluginContent;
  /** The stored archives of its skills, in their order. */
  archives: readonly Uint8Array[];
}

export type PluginPacked =
  | { kind: "packed"; bytes: Uint8Array }
  /** The archive of this skill is not the package it is stored as. */
  | { kind: "corrupt"; name: string };

/**
 * The plugin as a ZIP archive, made in a thread: stored, so that equal contents give equal bytes everywhere. The files
 * of each skill lie in `skills/NAME/` as they were published.
 */
export const packPlugin = offThread(
  "pack-plugin",
  ({ content, archives }: Packing): PluginPacked => {
    const files: PackageFile[] = [];
    const facts: PluginFacts = {
      name: content.name,
      version: content.version,
      description: content.description ?? "",
    };
    for (const [place, { name, packageDigest }] of content.skills.entries()) {
      const read = readAcceptedArchive(archives[place] ?? new Uint8Array());
      if (!read.ok || read.package.digest !== packageDigest) return { kind: "corrupt", name };
      files.push(...inSkillFolder(name, read.package.files));
      if (content.description === null) Object.assign(facts, factsOf(read.package.files));
    }
    const options = { maxPathCharacters: MAX_CONVERTED_PATH_CHARACTERS };
    return { kind: "packed", bytes: writeArchive([...manifests(facts), ...files], "", options) };
  },
  { keyOf: ({ content }) => JSON.stringify(content) },
);

/** The members that the two manifests share. */
interface PluginFacts {
  name: string;
  version: string;
  description: string;
  author?: { name: string };
  homepage?: string;
  license?: string;
  keywords?: readonly string[];
}

/** The manifest of Agent Plugins at the root, and the one that Claude Code, Codex and Cursor look for. */
function manifests(facts: PluginFacts): PackageFile[] {
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  return [
    textFile("plugin.json", json({ $schema: PLUGIN_SCHEMA, ...facts })),
    textFile(".claude-plugin/plugin.json", json(facts)),
  ];
}

/** What the skill of a plugin says of itself, read from its files: the same wherever it is packed. */
function factsOf(files: readonly PackageFile[]): Partial<PluginFacts> {
  const { manifest } = checkSkill({ files: new Map(files.map(({ path, bytes }) => [path, bytes])) });
  const { description, author, homepage, license, tags } = manifest;
  return {
    description,
    ...(author.username === undefined ? {} : { author: { name: author.username } }),
    ...(homepage === undefined ? {} : { homepage }),
    ...(license === undefined ? {} : { license }),
    ...(tags.length === 0 ? {} : { keywords: tags }),
  };
}

/** Our formats take `skill.md` too; a plugin is searched for `SKILL.md`. */
function inSkillFolder(name: string, files: readonly PackageFile[]): PackageFile[] {
  const manifestPath = findSkillFile(files)?.path;
  return files.map((file) => ({
    ...file,
    path: `skills/${name}/${file.path === manifestPath ? "SKILL.md" : file.path}`,
  }));
}
