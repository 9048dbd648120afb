import { systemClock, type Clock } from "@/lib/kernel/clock";
import type { ErrorCode } from "@/lib/kernel/error-codes";
import { DomainError } from "@/lib/kernel/errors";
import { readSkills, type AskedSkill } from "@/lib/catalogue/read-skills";
import type { SkillDetail } from "@/lib/registry/views";

export interface RefusedSkill extends AskedSkill {
  code: ErrorCode;
}

export interface SkillComparison {
  /** Each as its own page shows it, in the order asked for; a version named twice stands once. */
  skills: SkillDetail[];
  /** Those that are not shown: no such skill, no such version, or in quarantine. */
  refused: RefusedSkill[];
}

/** Skills to be set side by side, with what their pages show. Two queries, and one for each that is missing. */
export async function compareSkills(
  asked: readonly AskedSkill[],
  clock: Clock = systemClock,
): Promise<SkillComparison> {
  const answers = await readSkills(asked, clock);
  const skills = answers.flatMap((answer) => (answer instanceof DomainError ? [] : [answer]));
  const refused = answers.flatMap((answer, place) => {
    const one = asked[place];
    return one && answer instanceof DomainError ? [{ ...one, code: answer.code }] : [];
  });
  return { skills: [...new Map(skills.map((skill) => [skill.versionId, skill])).values()], refused };
}
