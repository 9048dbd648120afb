import type { CommandContext } from "../command";
import { compareInstalled } from "../install/compare-installed";
import { findPlace } from "../install/find-project";
import { LOCK_FILE, readLock } from "../install/lock-file";
import type { FileVerdict } from "./signed-file";

/**
 * Compares every file of every installed skill with the lock file, offline: changed, missing and added files are found.
 * What tools leave behind when a skill runs is left out, but for compiled Python without its source. What a skill has
 * learned here is the user's own, and named.
 *
 * @throws InputError when there is no lock file or it cannot be understood.
 */
export async function verifyLock(
  context: CommandContext,
  place: { global?: boolean | undefined } = {},
): Promise<FileVerdict> {
  const cwd = await findPlace(place, context);
  const { skills } = await readLock(cwd, { required: true });
  const differences: string[] = [];
  const experience: { skill: string; folder: string; files: string[] }[] = [];
  const lines: string[] = [];
  for (const [name, locked] of Object.entries(skills)) {
    lines.push(`verified: ${name} ${locked.version} ${locked.packageDigest}`);
    for (const folder of locked.folders) {
      const compared = await compareInstalled(cwd, folder, name, locked);
      differences.push(...compared.differences);
      if (compared.own.length === 0) continue;
      experience.push({ skill: name, folder, files: compared.own });
      lines.push(`  ${folder}: with your own experience, which nobody published: ${compared.own.join(", ")}`);
    }
  }
  return differences.length === 0
    ? { ok: true, statement: { lock: LOCK_FILE, skills: Object.keys(skills), experience }, lines }
    : { ok: false, reason: differences.join("; ") };
}
