import { getSet } from "@/lib/catalogue/sets/get-set";
import { DomainError } from "@/lib/kernel/errors";

const SET = "set:";
/** Each set is some queries of one request; more names are refused by whoever reads them. */
const MAX_NAMES = 20;

/**
 * Names between commas with each `set:NAME` replaced by the skills that the set gives now, as `NAME@VERSION`. Throws
 * NOT_FOUND, and VERSION_NOT_AVAILABLE for a set that was withdrawn.
 */
export async function expandSets(names: string): Promise<string> {
  if (!names.includes(SET)) return names;
  const all = names.split(",", MAX_NAMES + 1).map((each) => each.trim());
  if (all.length > MAX_NAMES) return names;
  const skills: string[] = [];
  for (const name of all)
    skills.push(...(name.startsWith(SET) ? await givenSkills(name.slice(SET.length)) : [name]));
  return skills.join(",");
}

async function givenSkills(name: string): Promise<string[]> {
  const { parts, withdrawn } = await getSet(name.slice(0, 100));
  if (withdrawn !== null)
    throw new DomainError("VERSION_NOT_AVAILABLE", `The set "${name}" was withdrawn: ${withdrawn}`);
  return parts.flatMap(({ skill, given }) => (given ? [`${skill}@${given.row.version}`] : []));
}
