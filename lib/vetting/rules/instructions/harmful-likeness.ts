import { gradeByOrigin, MEDIUM_STRONG } from "../../grade";
import type { Finding } from "../../finding";
import { LIKENESS, reasonsFor, scoreOf } from "../../likeness/likeness";
import { readPassages } from "../../likeness/passages";
import type { MarkdownUnit } from "../../reading/units";
import { report, type Rule } from "../../rule";
import type { SkillFacts } from "../../skill-facts";

const MAX_OF_A_DOCUMENT = 5;
const MAX_REASONS = 5;
const MAX_ABOUT = 4000;

/**
 * Harm in words that no other rule knows: weights that were learnt from harmful and honest instructions. It can hold a
 * package for a person, and never reject one.
 */
export const harmfulLikeness: Rule = {
  id: "harmful-likeness",
  title: "A line reads like instructions that do harm, and the rest of the skill does not speak of it",
  why: "Harm is told in ever new words. A line whose words occur together in harmful instructions, and not in what the skill is about, is for a person to judge.",
  remedy: "Say in the description what the line is for, or write it so that its purpose is plain.",
  codes: ["suspicious.reads_like_harm"],
  check: ({ units, facts }) =>
    units.markdown
      .filter(({ file, origin, isData }) => !isData && (file.isSkillDocument || origin === "skill"))
      .flatMap((unit) => check(unit, facts)),
};

function check(unit: MarkdownUnit, facts: SkillFacts): Finding[] {
  const grade = gradeByOrigin(MEDIUM_STRONG, unit.origin, unit.file.isSkillDocument);
  if (grade === null) return [];
  return readPassages(unit.parts.visible, `${facts.name} ${facts.description}`.slice(0, MAX_ABOUT))
    .map((passage) => ({ ...passage, score: scoreOf(passage.features, LIKENESS) }))
    .filter(({ score }) => score > LIKENESS.threshold)
    .sort((left, right) => right.score - left.score || left.from - right.from)
    .slice(0, MAX_OF_A_DOCUMENT)
    .map(({ text, from, features }) =>
      report(harmfulLikeness, {
        code: "suspicious.reads_like_harm",
        ...grade,
        file: unit.file.path,
        line: unit.lineAt(from),
        message: `This line reads like an instruction that does harm. What counted: ${reasonsFor(features, LIKENESS, MAX_REASONS).join(", ")}.`,
        evidence: text.trim(),
      }),
    );
}
