import { type BodyLine, outlineBody } from "../document/body-outline";
import { NAME_MAX_CHARACTERS } from "../constants";

/** More help nobody, and each is looked up. */
export const MAX_NAMED_SKILLS = 20;

const MAX_LINE_CHARACTERS = 2_000;

const SAYS_SKILL = /skill|技能|스킬/i;

const NAME = String.raw`([a-z0-9]+(?:-[a-z0-9]+)*)`;
const QUOTED = `[\`"“'*]{1,3}${NAME}[\`"”'*]{1,3}`;

/**
 * How a text names another skill. In quotes the word "skill" beside it is enough, in Chinese and Korean too; without them the
 * name has a hyphen, and a verb before it sends the agent there.
 */
const PATTERNS = [
  new RegExp(String.raw`${QUOTED}\s{0,2}(?:agent\s)?(?:skill\b(?!-)|技能|스킬)`, "gi"),
  new RegExp(String.raw`(?:\bskills?\b:?|技能|스킬)\s{0,2}${QUOTED}`, "gi"),
  new RegExp(
    String.raw`\b(?:use|using|invoke|call|run|load|activate|apply|follow)\s(?:the\s)?([a-z0-9]+(?:-[a-z0-9]+)+)\sskill\b(?!-)`,
    "gi",
  ),
];

/** Words in quotes beside "skill" that are no skill's name. */
const NO_NAMES: ReadonlySet<string> = new Set([
  "skill",
  "skills",
  "name",
  "my-skill",
  "your-skill",
  "skill-name",
]);

/** Whether it is worth looking. */
export const mayNameSkills = (body: string): boolean => SAYS_SKILL.test(body);

/** A skill that a text names, and the line of the first place. */
interface NamedSkill {
  name: string;
  line: number;
}

/** The other skills that prose sends an agent to, in their order, each once; `own` is not another one. */
export function findNamedSkills(prose: readonly BodyLine[], own: string | undefined): NamedSkill[] {
  const found = new Map<string, NamedSkill>();
  for (const { text, line } of prose) {
    if (!SAYS_SKILL.test(text)) continue;
    const looked = text.slice(0, MAX_LINE_CHARACTERS);
    for (const [, name = ""] of PATTERNS.flatMap((pattern) => [...looked.matchAll(pattern)])) {
      if (name !== name.toLowerCase() || name.length > NAME_MAX_CHARACTERS) continue;
      if (name === own || NO_NAMES.has(name) || found.has(name)) continue;
      found.set(name, { name, line });
      if (found.size >= MAX_NAMED_SKILLS) return [...found.values()];
    }
  }
  return [...found.values()];
}

/** The names alone, of a body that was not read yet. */
export function namedSkillsOf(body: string, own: string): string[] {
  return mayNameSkills(body) ? findNamedSkills(outlineBody(body, 1).prose, own).map(({ name }) => name) : [];
}
