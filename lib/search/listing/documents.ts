import { NAME_MARK, prefixTokens, searchTokens, TOPIC_MARK } from "@/lib/search/words/tokens";

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
  /** Words of tags, capabilities, category and triggers. */
  topicTokens: string[];
  /**
   * All words, those of the name and of the topics once more under their marks, and the beginnings of the name:
   * queries are answered from these.
   */
  searchTokens: string[];
  /** How many words there are without marks: of two texts that answer alike the shorter one says it more plainly. */
  wordsCount: number;
  wordsEdition: number;
}

/**
 * Stored with the words of each skill. Whoever changes which words a text gives (stems, lists of words, how text is
 * cut) raises it: the worker then makes those anew that were stored before (lib/search/listing/renew-search-words.ts).
 */
export const WORDS_EDITION = 2;

const MAX_TOKENS = 2_000;

/** The words under which a skill is found, by weight. Pure; the same manifest always gives the same tokens. */
export function buildSearchDocument(skill: SearchedSkill): SearchDocument {
  const name = `${skill.slug} ${skill.displayName}`;
  const topics = [...skill.tags, ...skill.capabilities, skill.category ?? "", ...skill.triggers];
  const text = [skill.description, skill.publisher ?? "", ...(skill.formerNames ?? [])];
  const nameTokens = searchTokens(name).slice(0, MAX_TOKENS);
  const topicTokens = searchTokens(topics.join(" , ")).slice(0, MAX_TOKENS);
  const plain = new Set([...nameTokens, ...topicTokens, ...searchTokens(text.join("\n"))]);
  const all = [
    ...nameTokens.map((word) => NAME_MARK + word),
    ...prefixTokens(name),
    ...topicTokens.map((word) => TOPIC_MARK + word),
    ...plain,
  ];
  return {
    nameTokens,
    topicTokens,
    searchTokens: all.slice(0, MAX_TOKENS),
    wordsCount: Math.min(plain.size, MAX_TOKENS),
    wordsEdition: WORDS_EDITION,
  };
}
