import { splitLines } from "../document/split-lines";
import { type Evolution, EVOLUTION_LISTS } from "./evolution";
import { writeSection } from "./section";

/**
 * Everything an `evolution.json` says, a text for each entry, as a merge compares them: an entry of a list without
 * outer blanks, the custom prompts, and each member that the document does not name. The two stamps are no entries.
 */
export function listEntries(evolution: Evolution): string[] {
  return [
    ...EVOLUTION_LISTS.flatMap((list) => evolution[list].map((entry) => entryOf(list, entry))),
    ...(evolution.customPrompts === undefined ? [] : [entryOf("custom_prompts", evolution.customPrompts)]),
    ...Object.entries(evolution.others).map(otherEntry),
  ].filter((entry) => entry !== "");
}

/** The same without the entries that somebody else is known to have written; the stamps stay. */
export function withoutEntries(evolution: Evolution, isTheirs: (entry: string) => boolean): Evolution {
  const { customPrompts, ...rest } = evolution;
  const keep = (list: (typeof EVOLUTION_LISTS)[number]) =>
    evolution[list].filter((entry) => entry.trim() !== "" && !isTheirs(entryOf(list, entry)));
  const isOwnPrompt = customPrompts !== undefined && !isTheirs(entryOf("custom_prompts", customPrompts));
  return {
    ...rest,
    preferences: keep("preferences"),
    fixes: keep("fixes"),
    contexts: keep("contexts"),
    ...(isOwnPrompt ? { customPrompts } : {}),
    others: Object.fromEntries(
      Object.entries(evolution.others).filter((other) => !isTheirs(otherEntry(other))),
    ),
  };
}

const entryOf = (member: string, text: string): string =>
  text.trim() === "" ? "" : `${member}\n${text.trim()}`;

const otherEntry = ([name, value]: [string, unknown]): string =>
  `\n${JSON.stringify(name)}\n${JSON.stringify(value)}`;

/** How many entries there are. */
export const countExperience = (evolution: Evolution): number => listEntries(evolution).length;

/** How many entries of which kind there are, in the words of section 4.1: `preferences 2, custom_prompts`. */
export function describeExperience(evolution: Evolution): string {
  const lists = EVOLUTION_LISTS.flatMap((list) => {
    const count = evolution[list].filter((entry) => entry.trim() !== "").length;
    return count === 0 ? [] : [`${list} ${count}`];
  });
  const others = Object.keys(evolution.others).length;
  return [
    ...lists,
    ...((evolution.customPrompts ?? "").trim() === "" ? [] : ["custom_prompts"]),
    ...(others === 0 ? [] : [`other members ${others}`]),
  ].join(", ");
}

/** Whether a stitched section holds a line that comes from none of these: a farther layer, or one written by hand. */
export function saysMore(section: string, known: readonly Evolution[]): boolean {
  const lines = new Set(known.flatMap(writeSection));
  return splitLines(section).some((line) => line.trim() !== "" && !lines.has(line.trimEnd()));
}
