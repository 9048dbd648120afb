import path from "node:path";
import { lstat } from "node:fs/promises";
import { listFileDigests, type PackageFile } from "@/lib/package";
import { InputError } from "../command";
import { readInstalled } from "../read-directory";
import { EVOLUTION_FILE } from "@/lib/skill-format";
import { findLineEndChange } from "./line-ends";
import type { LockedSkill } from "./lock-file";
import { findOwnExperience, listOwnFiles, readOwnExperience } from "./own-experience";

interface Comparison {
  /** Whether the skill's folder is there. */
  isInstalled: boolean;
  /** What differs from what was published, one line each; empty when nothing does. */
  differences: string[];
  /** Files of which only the line ends differ, or a byte order mark, one line each. */
  lineEnds: string[];
  /** Folders that tools left behind, in which something may be run: nobody published it, and it was not compared. */
  passedOver: string[];
  /** The files that hold the user's own experience, which is no difference. */
  own: string[];
}

/**
 * Compares an installed skill with the lock file. What tools leave behind when a skill runs is no difference, unless it
 * is a file that may be run, or compiled Python without its source; nor is what the skill has learned here:
 * `evolution.json`, if it is understood, and the stitched section of SKILL.md.
 */
export async function compareInstalled(
  cwd: string,
  folder: string,
  name: string,
  locked: Pick<LockedSkill, "files" | "executables" | "unstitched">,
): Promise<Comparison> {
  const { files, executables } = locked;
  const label = `${folder}/${name}`;
  const target = path.join(cwd, folder, name);
  const folderThere = await lstat(target).catch(() => null);
  if (!folderThere?.isDirectory()) return { ...only(`${label}: ${NOT_INSTALLED}`), isInstalled: false };
  // An archive may have been published with them.
  const names = Object.keys(files);
  const keeps = (place: string) => names.some((file) => file === place || file.startsWith(`${place}/`));
  try {
    const { files: there, passedOver } = await readInstalled(target, keeps);
    const contents = new Map(there.map((file) => [file.path, file.bytes]));
    const experience = findOwnExperience(contents, locked);
    const own = listOwnFiles(experience);
    const found = new Map(listFileDigests(there).map((file) => [file.path, file.sha256]));
    const lineEnds: string[] = [];
    const changed = Object.entries(files).flatMap(([file, sha256]) => {
      const digest = found.get(file);
      if (digest === sha256 || (digest !== undefined && own.includes(file))) return [];
      const lineEnd = findLineEndChange(contents.get(file) ?? NOTHING, sha256);
      if (lineEnd !== null) {
        lineEnds.push(`${label}/${file}: ${lineEnd}; its text was not changed`);
        return [];
      }
      return [`${label}/${file}: ${digest === undefined ? MISSING : "was changed"}`];
    });
    const added = [...found.keys()].filter((file) => !Object.hasOwn(files, file) && !own.includes(file));
    const { file: ownFile, enabled } = experience;
    const faults =
      enabled && ownFile !== null && "fault" in ownFile
        ? [`${label}/${EVOLUTION_FILE}: is not understood: ${ownFile.fault}`]
        : [];
    const modes = compareModes(there, files, executables).map((line) => `${label}/${line}`);
    const addedLines = added.map((file) => `${label}/${file}: was added`);
    const differences = [...changed, ...addedLines, ...faults, ...modes];
    return { isInstalled: true, differences, lineEnds, passedOver, own };
  } catch (error) {
    if (error instanceof InputError) return only(error.message);
    throw error;
  }
}

const NOTHING = new Uint8Array();

const only = (difference: string): Comparison => ({
  isInstalled: true,
  differences: [difference],
  lineEnds: [],
  passedOver: [],
  own: [],
});

/**
 * Files of an installed skill that hold somebody's work, a line each, which an update or a removal would take away: not
 * those of which only the line ends differ, and not what is gone. A folder
 * that already holds `wanted` has none either: a command that was stopped had come as far as that.
 */
export async function findChanges(
  project: string,
  name: string,
  locked: LockedSkill,
  wanted?: Pick<LockedSkill, "files" | "unstitched">,
): Promise<string[]> {
  const lines = await Promise.all(
    locked.folders.map(async (folder) => {
      const { differences } = await compareInstalled(project, folder, name, locked);
      if (differences.length === 0 || wanted === undefined) return differences;
      const isThere = (await compareInstalled(project, folder, name, wanted)).differences.length === 0;
      return isThere ? [] : differences;
    }),
  );
  return lines.flat().filter((line) => !isGone(line));
}

/** Whether a difference is that something is not there: nobody's work, so it is put back. */
export const isGone = (difference: string): boolean =>
  difference.endsWith(`: ${NOT_INSTALLED}`) || difference.endsWith(`: ${MISSING}`);

/** The folders in which a skill has learned something here. @throws InputError when one cannot be read. */
export async function findExperience(cwd: string, name: string, locked: LockedSkill): Promise<string[]> {
  const folders = [];
  for (const folder of locked.folders) {
    const own = await readOwnExperience(path.join(cwd, folder, name), locked);
    if (listOwnFiles(own).length > 0) folders.push(folder);
  }
  return folders;
}

/** How the line of a skill ends whose folder is not there, and of a file. */
const NOT_INSTALLED = "is not installed";
const MISSING = "is missing";

/** Files that may be run and were not, or the other way round; nothing where a lock, or the disk, says nothing of it. */
function compareModes(
  there: readonly PackageFile[],
  files: LockedSkill["files"],
  executables: LockedSkill["executables"],
): string[] {
  if (executables === undefined) return [];
  return there.flatMap((file) => {
    const may = file.executable;
    if (may === undefined || !Object.hasOwn(files, file.path) || may === executables.includes(file.path))
      return [];
    return [`${file.path}: ${may ? "may be run, and could not" : "may not be run any more"}`];
  });
}
