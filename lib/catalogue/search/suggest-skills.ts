import type { SkillRow } from "@/lib/registry/views";
import { listMatches } from "@/lib/catalogue/search/list-matches";

const MAX_SUGGESTIONS = 6;
/** The beginning of a word that no index holds: beginnings of three letters and more are found. */
const JUST_BEGUN = /(?<=\S)[\s_-]+[a-z0-9]{1,2}$/i;

/**
 * The first matches of a search that is still being typed. A last word of which only a letter or two stand yet
 * restricts nothing, and what finds nothing counts as no demand.
 */
export function suggestSkills(typed: string): Promise<SkillRow[]> {
  return listMatches({ q: typed.replace(JUST_BEGUN, ""), limit: MAX_SUGGESTIONS }, { byMeaning: false });
}
