import { quote, textAt } from "../yaml/node";
import { findNamedSkills, mayNameSkills } from "../values/named-skills";
import type { Check } from "./dialect";

const SHOWN = 3;

/** Most hosts read the SKILL.md of the package itself alone, so a further one is likely never read. */
export const remarkFurtherSkills: Check = ({ files }, findings) => {
  const further = [...files.keys()].filter((path) => /\/skill\.md$/i.test(path)).sort();
  const [first] = further;
  if (first === undefined) return;
  const more = further.length - SHOWN;
  const paths = further.slice(0, SHOWN).map(quote).join(", ") + (more > 0 ? ` and ${more} more` : "");
  const message = `most hosts read only the SKILL.md at the root and not ${paths}; publish each as a skill of its own`;
  findings.warning("SKILL_FURTHER", first, message);
};

/** A skill is installed alone: another one that its text sends the agent to may not be there. */
export const remarkNamedSkills: Check = (view, findings) => {
  if (!mayNameSkills(view.body)) return;
  for (const { name, line } of findNamedSkills(view.outline().prose, textAt(view.frontMatter, "name"))) {
    const message = `names the skill ${quote(name)}, which is not installed with this one; say where it comes from`;
    findings.info("SKILL_NAMED", "body", message, { line });
  }
};
