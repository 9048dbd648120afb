import path from "node:path";
import { lstat } from "node:fs/promises";
import { listFileDigests, type PackageFile } from "@/lib/package";
import { InputError } from "../command";
import { readInstalled } from "../read-directory";
import type { LockedSkill } from "./lock-file";

/**
 * What differs between an installed skill and the lock file, one line each; empty when nothing does. What tools leave
 * behind when a skill runs is no difference, unless it is compiled Python without its source.
 */
export async function compareInstalled(
  cwd: string,
  folder: string,
  name: string,
  { files, executables }: Pick<LockedSkill, "files" | "executables">,
): Promise<string[]> {
  const label = `${folder}/${name}`;
  const target = path.join(cwd, folder, name);
  const folderThere = await lstat(target).catch(() => null);
  if (!folderThere?.isDirectory()) return [`${label}: is not installed`];
  // An archive may have been published with them.
  const locked = Object.keys(files);
  const keeps = (place: string) => locked.some((file) => file === place || file.startsWith(`${place}/`));
  try {
    const there = await readInstalled(target, keeps);
    const found = new Map(listFileDigests(there).map((file) => [file.path, file.sha256]));
    const changed = Object.entries(files).flatMap(([file, sha256]) => {
      const digest = found.get(file);
      if (digest === sha256) return [];
      return [`${label}/${file}: ${digest === undefined ? "is missing" : "was changed"}`];
    });
    const added = [...found.keys()].filter((file) => !Object.hasOwn(files, file));
    const modes = compareModes(there, files, executables).map((line) => `${label}/${line}`);
    return [...changed, ...added.map((file) => `${label}/${file}: was added`), ...modes];
  } catch (error) {
    if (error instanceof InputError) return [error.message];
    throw error;
  }
}

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
