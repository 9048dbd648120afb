import { readSkillDocument } from "../document/read-skill-document";
import type { Issue } from "../issues/issue";
import type { Repaired } from "./repair";
import { FENCE_REPAIRS } from "./repair-fences";
import { FIELD_REPAIRS } from "./repair-fields";
import { YAML_REPAIRS } from "./repair-yaml";

export interface TextToRepair {
  /** Line ends as `\n`. */
  text: string;
  /** What refuses the package that it stands in. */
  issues: readonly Pick<Issue, "code" | "path">[];
  dir?: string | undefined;
}

/**
 * The next repair of a SKILL.md that is refused, or why there is none; null where no repair knows what is wrong. One
 * repair is one thing that is wrong: whoever wants all asks again with what it gives. Pure; never throws.
 */
export function repairText({ text, issues, dir }: TextToRepair): Repaired | null {
  const document = readSkillDocument(text);
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  for (const repair of [...FENCE_REPAIRS, ...YAML_REPAIRS, ...FIELD_REPAIRS]) {
    const repaired = repair({ lines, document, issues, dir });
    if (repaired !== null && ("obstacle" in repaired || repaired.lines.join("\n") !== text)) return repaired;
  }
  return null;
}
