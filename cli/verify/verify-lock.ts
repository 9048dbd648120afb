import type { CommandContext } from "../command";
import { compareInstalled } from "../install/compare-installed";
import { findPlace } from "../install/find-project";
import { LINE_ENDS_REMEDY } from "../install/line-ends";
import { LOCK_FILE, readLock } from "../install/lock-file";
import type { FileVerdict } from "./signed-file";

/**
 * Compares every file of every installed skill with the lock file, offline: changed, missing and added files are found, and
 * files of which only the line ends differ are told from those whose text was changed. What tools leave behind when a skill
 * runs is passed over, but for compiled Python without its source; a folder of it in which something may be run is named.
 * What a skill has learned here is the user's own, and named.
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
  const lineEnds: string[] = [];
  const passedOver: { skill: string; folder: string; folders: string[] }[] = [];
  const experience: { skill: string; folder: string; files: string[] }[] = [];
  const lines: string[] = [];
  for (const [name, locked] of Object.entries(skills)) {
    lines.push(`verified: ${name} ${locked.version} ${locked.packageDigest}`);
    for (const folder of locked.folders) {
      const compared = await compareInstalled(cwd, folder, name, locked);
      differences.push(...compared.differences);
      lineEnds.push(...compared.lineEnds);
      if (compared.passedOver.length > 0) {
        passedOver.push({ skill: name, folder, folders: compared.passedOver });
        lines.push(
          `  ${folder}: beside what was published, and not verified, although something in it may be run: ${compared.passedOver.join(", ")}`,
        );
      }
      if (compared.own.length === 0) continue;
      experience.push({ skill: name, folder, files: compared.own });
      lines.push(`  ${folder}: with your own experience, which nobody published: ${compared.own.join(", ")}`);
    }
  }
  if (lineEnds.length > 0) lineEnds.push(LINE_ENDS_REMEDY);
  const reasons = [...differences, ...lineEnds];
  const statement = { lock: LOCK_FILE, skills: Object.keys(skills), experience, passedOver };
  return reasons.length === 0 ? { ok: true, statement, lines } : { ok: false, reason: reasons.join("; ") };
}
