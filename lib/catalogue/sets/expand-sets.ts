import { getSet, type SetPartView } from "@/lib/catalogue/sets/get-set";
import { DomainError } from "@/lib/kernel/errors";

const SET = "set:";
/** Each set is some queries of one request; more names are refused by whoever reads them. */
const MAX_NAMES = 20;

interface Expanded {
  /** Names between commas. */
  names: string;
  /** Parts of the sets that are not given now. */
  leftOut: SetPartView[];
}

/**
 * Names between commas with each `set:NAME` replaced by the skills that the set gives now, as `NAME@VERSION`. Throws
 * NOT_FOUND, and VERSION_NOT_AVAILABLE for a set that was withdrawn.
 */
export async function expandSets(names: string): Promise<Expanded> {
  if (!names.includes(SET)) return { names, leftOut: [] };
  const all = names.split(",", MAX_NAMES + 1).map((each) => each.trim());
  if (all.length > MAX_NAMES) return { names, leftOut: [] };
  const skills: string[] = [];
  const leftOut: SetPartView[] = [];
  for (const name of all) {
    if (!name.startsWith(SET)) skills.push(name);
    else
      for (const part of await partsOf(name.slice(SET.length))) {
        if (part.given) skills.push(`${part.skill}@${part.given.row.version}`);
        else leftOut.push(part);
      }
  }
  return { names: skills.join(","), leftOut };
}

async function partsOf(name: string): Promise<SetPartView[]> {
  const { parts, withdrawn } = await getSet(name.slice(0, 100));
  if (withdrawn !== null)
    throw new DomainError("VERSION_NOT_AVAILABLE", `The set "${name}" was withdrawn: ${withdrawn}`);
  return parts;
}
