import { EVOLUTION_FILE, EVOLUTION_LISTS, wasGatheredElsewhere } from "./evolution";
import { readEvolution } from "./read-evolution";
import type { PublishedExperience, SkillFiles } from "../types";

/** What a market shows of each list, and of each text; the file itself has all of it. */
const MAX_ENTRIES = 20;
const MAX_ENTRY_CHARACTERS = 500;
const MAX_PROMPT_CHARACTERS = 2_000;
const MAX_STAMP_CHARACTERS = 100;

/** Undefined where the package has no experience, or an `evolution.json` that is not understood. Never throws. */
export function readPublishedExperience(
  files: SkillFiles,
  sourceHash: string | undefined,
): PublishedExperience | undefined {
  const source = files.get(EVOLUTION_FILE);
  const evolution = source === undefined ? undefined : readEvolution(source).evolution;
  if (evolution === undefined) return undefined;
  const { customPrompts = "", lastUpdated, lastEvolvedHash } = evolution;
  const prompt = cut(customPrompts.trim(), MAX_PROMPT_CHARACTERS);
  const lists = EVOLUTION_LISTS.map((list) => evolution[list].filter((entry) => entry.trim() !== ""));
  const [preferences = [], fixes = [], contexts = []] = lists.map((list) =>
    list.slice(0, MAX_ENTRIES).map((entry) => cut(entry, MAX_ENTRY_CHARACTERS)),
  );
  if (prompt === "" && lists.every((list) => list.length === 0)) return undefined;
  return {
    preferences,
    fixes,
    contexts,
    ...(prompt === "" ? {} : { customPrompts: prompt }),
    ...(lastUpdated === undefined ? {} : { lastUpdated: cut(lastUpdated, MAX_STAMP_CHARACTERS) }),
    ...(lastEvolvedHash === undefined ? {} : { lastEvolvedHash: cut(lastEvolvedHash, MAX_STAMP_CHARACTERS) }),
    stale: wasGatheredElsewhere(lastEvolvedHash, sourceHash),
    isCut:
      prompt !== customPrompts.trim() ||
      lists.some(
        (list) =>
          list.length > MAX_ENTRIES || list.some((entry) => cut(entry, MAX_ENTRY_CHARACTERS) !== entry),
      ),
  };
}

function cut(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max).join("")}…`;
}
