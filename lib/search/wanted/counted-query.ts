import type { SkillSearch } from "@/lib/search/views";
import type { Criteria } from "@/lib/search/criteria";
import { foldText } from "@/lib/search/words/tokens";
import { speaksForMarket } from "@/lib/registry/names/reserved-names";

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

/** Letters, digits, blanks and the signs of a plain question; no markup, no brackets that make links. */
const PLAIN = /^[\p{L}\p{M}\p{N} '’.,:;?!+#&%()/、。·・？！「」《》_-]+$/u;

/** A dot within a number or before the ending of a kind of file or technology; any other in a word makes an address. */
const DOT_IN_WORD =
  /(?<![\d\s])\.(?!(?:js|ts|py|md|csv|tsv|json|xml|ya?ml|pdf|txt|html|css|sql|docx?|xlsx?|pptx?|zip|sh|svg|png|jpe?g)(?![\p{L}\p{N}]))(?=[\p{L}\p{N}])/u;

/** Of telephones, cards, accounts. */
const LONG_NUMBER =
  /(?<![\p{L}\p{N}])\d(?:[ ()-]?\d){8,}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])\d{6,}(?![\p{L}\p{N}])/u;

const MARKS_IN_A_HEAP = /\p{M}{3}/u;

const LATIN = /\p{Script=Latin}/u;

/** Scripts that are written beside Latin letters within one word, as in "PDF로"; others have letters that look Latin. */
const NOT_BESIDE_LATIN =
  /[^\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * Whether others may ever be shown a question that a stranger has typed, as far as it can be told from its text. It is
 * held to what names of skills are held to: it does not speak for the market, and looks like nothing but what it is. Pure.
 */
export function isPublishable(question: string): boolean {
  return (
    PLAIN.test(question) &&
    !DOT_IN_WORD.test(question) &&
    !LONG_NUMBER.test(question) &&
    !MARKS_IN_A_HEAP.test(question.normalize("NFD")) &&
    !question.split(/\s+/u).some((word) => LATIN.test(word) && NOT_BESIDE_LATIN.test(word)) &&
    !speaksForMarket(question)
  );
}
