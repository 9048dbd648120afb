import type { Confidence, Severity } from "./finding";
import type { Origin } from "./reading/units";

export interface Grade {
  readonly severity: Severity;
  readonly confidence: Confidence;
}

export const HIGH_STRONG: Grade = { severity: "high", confidence: "strong" };
export const HIGH_WEAK: Grade = { severity: "high", confidence: "weak" };
export const MEDIUM_STRONG: Grade = { severity: "medium", confidence: "strong" };
export const MEDIUM_WEAK: Grade = { severity: "medium", confidence: "weak" };
export const LOW_STRONG: Grade = { severity: "low", confidence: "strong" };

/**
 * What a sighting is worth at the place where it stands; null where it says nothing.
 *
 * Code that runs counts in full. SKILL.md tells an agent what to do, so an example there counts in full too,
 * unless its surroundings warn of it. Other documents are read on demand and quote much: they count two steps
 * less. A warning alone never clears SKILL.md, since an attacker can write one as well.
 */
export function gradeByOrigin(grade: Grade, origin: Origin, isSkillDocument: boolean): Grade | null {
  // Where SKILL.md sends its reader, a thing that honest skills never do is a suspicion still.
  if (origin === "followed" && grade.severity === "high" && grade.confidence === "strong") return HIGH_WEAK;
  const steps = isSkillDocument ? SKILL_STEPS[origin] : DOCUMENT_STEPS[origin];
  let result: Grade | null = grade;
  for (let step = 0; step < steps && result !== null; step++) result = lower(result);
  return result;
}

const SKILL_STEPS: Record<Origin, number> = {
  script: 0,
  embedded: 0,
  decoded: 0,
  carried: 0,
  skill: 0,
  followed: 0,
  document: 0,
  discussed: 1,
};
const DOCUMENT_STEPS: Record<Origin, number> = {
  script: 0,
  embedded: 0,
  decoded: 0,
  carried: 0,
  skill: 0,
  followed: 2,
  document: 2,
  discussed: 3,
};

/** Certainty goes first, then weight; a middling suspicion is nothing in a document. */
function lower(grade: Grade): Grade | null {
  if (grade.severity === "high") return grade.confidence === "strong" ? HIGH_WEAK : MEDIUM_WEAK;
  return grade.severity === "medium" && grade.confidence === "strong" ? MEDIUM_WEAK : null;
}
