import { compareInstalled, NOT_INSTALLED } from "./compare-installed";
import type { LockedSkill } from "./lock-file";

/**
 * Files of an installed skill that are not as they were installed, a line each; a skill that is gone has none. A folder
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
  return lines.flat().filter((line) => !line.endsWith(`: ${NOT_INSTALLED}`));
}
