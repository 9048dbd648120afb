import type { SkillSearch } from "@/lib/registry/wanted/search-views";
import type { Criteria } from "@/lib/registry/wanted/criteria";
import { isPublishable } from "@/lib/registry/wanted/publishable";
import { foldText } from "@/lib/registry/search-words/words";

export const COUNTED_QUERY_KINDS = ["keyword", "capability"] as const;
export type CountedQueryKind = (typeof COUNTED_QUERY_KINDS)[number];

/** What a search without result asks for. */
export interface CountedQuery {
  kind: CountedQueryKind;
  /** The one spelling under which wishes are compared. */
  query: string;
  /** As it was typed, for people to read. */
  displayQuery: string;
}

const MIN_LENGTH = 2;
export const MAX_QUESTION_CHARACTERS = 80;

/**
 * The wish behind a search that found nothing: words alone, or a capability alone; with any other condition, finding
 * nothing does not say that a skill is missing. Null also for text too short or too long to name a skill, and for what
 * others are never shown: it looks personal, or is no plain question (`isPublishable`). The list is public.
 */
export function toCountedQuery(search: SkillSearch, criteria: Criteria): CountedQuery | null {
  const { asked, capability, author, publisher, agent, ...others } = criteria;
  const { category, platform, audit, trust, price, language, runtime } = others;
  const filters = [author, publisher, agent, category, platform, audit, trust, price, language, runtime];
  const open =
    filters.every((filter) => filter === null) &&
    criteria.without.length === 0 &&
    !criteria.proven &&
    !criteria.uskV3;
  const asksWords = asked.length > 0;
  if (!open || asksWords === (capability !== null)) return null;
  const displayQuery = spaced(capability ?? search.q ?? "");
  const query = foldQuestion(displayQuery);
  if (query.length < MIN_LENGTH || query.length > MAX_QUESTION_CHARACTERS) return null;
  if (isPersonal(query) || !isPublishable(displayQuery)) return null;
  return { kind: capability === null ? "keyword" : "capability", query, displayQuery };
}

/** The one spelling under which a question is counted, shown and taken away. */
export const foldQuestion = (text: string): string => foldText(spaced(text));

const spaced = (text: string) => text.normalize("NFKC").replace(/\s+/gu, " ").trim();

/** Mail addresses, keys and links typed into a search box must not appear on a public list. */
function isPersonal(query: string): boolean {
  return /@|:\/\/|[\w-]{28,}|\p{C}/u.test(query);
}
