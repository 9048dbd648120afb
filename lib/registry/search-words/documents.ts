import { NAME_MARK, prefixTokens, searchTokens } from "@/lib/registry/search-words/tokens";

/** What search reads of a skill: the fields of the canonical manifest it needs, and who publishes it. */
export interface SearchedSkill {
  slug: string;
  displayName: string;
  description: string;
  category: string | null;
  tags: readonly string[];
  capabilities: readonly string[];
  triggers: readonly string[];
  /** User name of the owner, or name of the agent that uploaded a draft. */
  publisher: string | null;
  /** Names it had before: who knows it by one finds it, behind what is called so. */
  formerNames?: readonly string[];
}

export interface SearchDocument {
  /** Words of the name: the strongest match. */
  nameTokens: string[];
  /** Words of tags, capabilities and category. */
  topicTokens: string[];
  /**
   * All words, those of the name once more under `NAME_MARK`, and their beginnings: queries are answered from these.
   */
  searchTokens: string[];
  wordsEdition: number;
}

/**
 * Stored with the words of each skill. Whoever changes which words a text gives (stems, lists of words, how text is
 * cut) raises it: the worker then makes those anew that were stored before (lib/registry/search-words/renew-search-words.ts).
 */
export const WORDS_EDITION = 1;

const MAX_TOKENS = 2_000;

/** The words under which a skill is found, by weight. Pure; the same manifest always gives the same tokens. */
export function buildSearchDocument(skill: SearchedSkill): SearchDocument {
  const name = `${skill.slug} ${skill.displayName}`;
  const topic = [...skill.tags, ...skill.capabilities, ...(skill.category ? [skill.category] : [])].join(" ");
  const text = [
    skill.description,
    ...skill.triggers,
    skill.publisher ?? "",
    ...(skill.formerNames ?? []),
  ].join("\n");
  const nameTokens = searchTokens(name).slice(0, MAX_TOKENS);
  const topicTokens = searchTokens(topic).slice(0, MAX_TOKENS);
  const marked = nameTokens.map((word) => NAME_MARK + word);
  const all = new Set([
    ...marked,
    ...prefixTokens(name),
    ...nameTokens,
    ...topicTokens,
    ...searchTokens(text),
  ]);
  const tokens = { nameTokens, topicTokens, searchTokens: [...all].slice(0, MAX_TOKENS) };
  return { ...tokens, wordsEdition: WORDS_EDITION };
}
