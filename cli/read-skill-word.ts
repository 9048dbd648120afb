import { isKebabCase } from "@/lib/skill-format";
import { UsageError } from "./command";

/** A skill as a command line names it. */
export interface SkillWord {
  name: string;
  version?: string;
}

/** What `NAME` or `NAME@VERSION` on a command line names. @throws UsageError for anything else. */
export function readSkillWord(text: string): SkillWord {
  const [name = "", version, ...rest] = text.split("@");
  if (!isKebabCase(name) || rest.length > 0 || version === "")
    throw new UsageError(`${text} is no skill: NAME or NAME@VERSION is expected`);
  return version === undefined ? { name } : { name, version };
}

const SET = "set:";

/** A set as a command line names it, `set:NAME` or `set:NAME@VERSION`; null for a skill. @throws UsageError like above. */
export const readSetWord = (text: string): SkillWord | null =>
  text.startsWith(SET) ? readSkillWord(text.slice(SET.length)) : null;
