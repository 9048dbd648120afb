import { offThread } from "@/lib/kernel/threads/off-thread";
import type { SkillPackage } from "@/lib/package";
import { checkKey, decodeSkillMd, toCheckInput, type PackageToCheck } from "@/lib/publishing/check-package";
import {
  blockingReports,
  checkSkill,
  listFixes,
  type CheckProfile,
  type Fix,
  type Report,
  type SkillCheck,
  type StatusDecision,
} from "@/lib/skill-format";
import { checkCalls, type CallCheck } from "@/lib/running/call-check";
import { readRunFacts } from "@/lib/running/run-facts";
import { judgeFormat } from "@/lib/vetting/judge-format";

const UPSTREAM = "agent-skills-upstream";

export interface Validation {
  check: SkillCheck;
  /**
   * One for each checked dialect; what the upstream validator says is always among them when nobody asked for others.
   */
  reports: (Report & { blocking: boolean })[];
  /** Whether the market would make calls of it, and what its scripts ask for that the sandbox may lack. */
  calling: CallCheck;
  /** What an upload of these bytes would be told before vetting reads its content. */
  decision: StatusDecision;
  /** The text the lines of the issues count in. */
  skillMd: string;
  files: { path: string; sizeBytes: number }[];
}

/**
 * Checks a package by the rules of an upload, in a thread, and keeps nothing of it. `blocking` reports are those whose
 * errors stop publishing. Broken front matter is data here: everything wrong with it is in the reports. Throws only what
 * `offThread` does.
 */
export function validatePackage(
  skillPackage: SkillPackage,
  dialects?: readonly CheckProfile[],
): Promise<Validation> {
  return validateInThread({ skillPackage, dialects });
}

const validateInThread = offThread(
  "validate-package",
  async (given: PackageToCheck): Promise<Validation> => {
    const { skillPackage, dialects } = given;
    const source = toCheckInput(given);
    const { check, decision } = judgeFormat(source);
    const upstream = dialects === undefined ? checkSkill({ ...source, dialects: [UPSTREAM] }).reports : [];
    const blocking = new Set(blockingReports(check));
    return {
      check,
      reports: [...check.reports, ...upstream].map((report) => ({
        ...report,
        blocking: blocking.has(report),
      })),
      calling: checkCalls(check.manifest, await readRunFacts(check.manifest, skillPackage)),
      decision,
      skillMd: decodeSkillMd(skillPackage),
      files: skillPackage.files.map(({ path, bytes }) => ({ path, sizeBytes: bytes.length })),
    };
  },
  { keyOf: checkKey },
);

class NoTimeForFixes extends Error {}

const listFixesInThread = offThread("list-fixes", (given: PackageToCheck) => listFixes(toCheckInput(given)), {
  keyOf: checkKey,
  overrun: () => new NoTimeForFixes(),
});

/**
 * The safe fixes of a package's SKILL.md, each proven by another check in a thread; see `listFixes`. None for a text
 * whose checks take too long.
 */
export async function listPackageFixes(
  skillPackage: SkillPackage,
  dialects?: readonly CheckProfile[],
): Promise<Fix[]> {
  try {
    return await listFixesInThread({ skillPackage, dialects });
  } catch (error) {
    if (error instanceof NoTimeForFixes) return [];
    throw error;
  }
}
