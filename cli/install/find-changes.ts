import { compareInstalled } from "./compare-installed";
import type { LockedSkill } from "./lock-file";

/** Files of an installed skill that are not as they were installed, a line each; a skill that is gone has none. */
export async function findChanges(project: string, name: string, locked: LockedSkill): Promise<string[]> {
  const lines = await Promise.all(
    locked.folders.map((folder) => compareInstalled(project, folder, name, locked)),
  );
  return lines.flat().filter((line) => !line.endsWith(": is not installed"));
}
