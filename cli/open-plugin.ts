import { existsSync, statSync } from "node:fs";
import path from "node:path";
import {
  findSkillFile,
  PLUGIN_MANIFEST,
  readPluginArchive,
  writeArchive,
  type PackageFile,
  type PluginPackage,
} from "@/lib/package";
import { InputError } from "./command";
import { readToSend, type LeftOut } from "./read-directory";
import { readAtMost } from "./read-input";
import { ARCHIVE_MAX_BYTES, isArchive } from "./read-package";

export interface OpenedPlugin {
  plugin: PluginPackage;
  /** The archive as it would be sent. */
  archive: Uint8Array;
  /** What of its directory stays here. */
  leftOut: LeftOut[];
}

/**
 * The plugin behind a path (Agent Plugins 1.0.0): a directory with plugin.json that is no skill itself, or an archive of
 * one; null for everything else.
 *
 * @throws InputError for a plugin that no market would take.
 */
export async function openPlugin(given: string, cwd: string): Promise<OpenedPlugin | null> {
  const place = path.resolve(cwd, given);
  if (!existsSync(place)) return null;
  if (statSync(place).isDirectory()) {
    if (!existsSync(path.join(place, PLUGIN_MANIFEST)) || existsSync(path.join(place, "SKILL.md")))
      return null;
    const { files, leftOut } = await readToSend(place, "plugin");
    return { ...toPlugin(pack(files, given), given), leftOut };
  }
  if (!(await isArchive(place, given))) return null;
  const archive = await readAtMost(place, ARCHIVE_MAX_BYTES);
  const read = readPluginArchive(archive);
  if (!read.ok || findSkillFile(read.plugin.others.map((name) => ({ path: name })))) return null;
  return { plugin: read.plugin, archive, leftOut: [] };
}

function pack(files: readonly PackageFile[], given: string): Uint8Array {
  try {
    return writeArchive(files, "", { compression: "deflate" });
  } catch (error) {
    if (error instanceof RangeError) throw new InputError(`${given}: ${error.message}`);
    throw error;
  }
}

function toPlugin(archive: Uint8Array, given: string): Omit<OpenedPlugin, "leftOut"> {
  const read = readPluginArchive(archive);
  if (!read.ok) throw new InputError(`${given}: ${read.issue.message}`);
  return { plugin: read.plugin, archive };
}
