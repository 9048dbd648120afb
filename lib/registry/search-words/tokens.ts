import { stemWord } from "@/lib/registry/search-words/stem";
import { translateRun } from "@/lib/registry/search-words/translate-run";
import { foldText, listWords, type Word } from "@/lib/registry/search-words/words";

/** Marks a token as the beginning of a word, so that it cannot be taken for a whole one. */
export const PREFIX_MARK = "^";
/** Marks a token as a word of the name, so that name matches can be found first, without looking at the rest. */
export const NAME_MARK = "=";
const MIN_PREFIX_LENGTH = 3;
const MAX_PREFIX_LENGTH = 10;
const MAX_WORD_LENGTH = 40;
const MAX_TEXT_LENGTH = 20_000;
const MAX_QUERY_LENGTH = 200;
const MAX_QUERY_TOKENS = 24;
/** Each costs a condition of its own. */
const MAX_TRANSLATED_RUNS = 4;

const STOP_WORDS = new Set(
  "a an and are as at by can do for from how i in into is it me my of on or that the this to want which with you".split(
    " ",
  ),
);
// Written onto the word before them; a query "PDF를" asks for "PDF".
const KOREAN_PARTICLE = /(?:에서|으로|까지|부터|을|를|은|는|이|가|의|에|로|와|과|도)$/u;
const LONG_ENOUGH_TO_CUT = 3;

export interface QueryTokens {
  /** Every one of these must be in a document. */
  readonly required: readonly string[];
  /** When the query ends in a word that may be unfinished: either of these will do. */
  readonly lastWord: readonly [whole: string, prefix: string] | null;
  /** Words of Chinese or Korean that texts of the other languages answer too. */
  readonly translated: readonly TranslatedRun[];
}

/** A document answers with all of its own tokens, or with one of the sayings for each word of the run. */
export interface TranslatedRun {
  readonly own: readonly string[];
  readonly sayings: readonly (readonly string[])[];
}

/**
 * The tokens of a document's text, without repeats: words lightly stemmed, the joined form of hyphenated names
 * ("web-search" gives "web", "search" and "websearch"), overlapping pairs of characters for Chinese, Japanese,
 * Korean and other scripts without blanks.
 */
export function searchTokens(text: string): string[] {
  const words = listWords(foldText(text.slice(0, MAX_TEXT_LENGTH)));
  const tokens = new Set<string>();
  for (const word of words) for (const token of tokensOfWord(word)) tokens.add(token);
  for (const joined of joinCompounds(words)) tokens.add(joined.slice(0, MAX_WORD_LENGTH));
  return [...tokens];
}

/** The beginnings of the words of a name, so that a half-typed last word of a query finds it. */
export function prefixTokens(text: string): string[] {
  const words = listWords(foldText(text.slice(0, MAX_TEXT_LENGTH)));
  const prefixes = new Set<string>();
  for (const word of [
    ...words.filter((w) => w.kind === "word").map((w) => w.text),
    ...joinCompounds(words),
  ]) {
    const longest = Math.min(word.length, MAX_PREFIX_LENGTH);
    for (let n = MIN_PREFIX_LENGTH; n <= longest; n++) prefixes.add(PREFIX_MARK + word.slice(0, n));
  }
  return [...prefixes];
}

/** The words of a query. Stop words and Korean particles are dropped unless nothing else would be left. */
export function askedWords(query: string): Word[] {
  const words = listWords(foldText(query.slice(0, MAX_QUERY_LENGTH)));
  const telling = words.filter((word) => !STOP_WORDS.has(word.text) && !isBareParticle(word));
  return (telling.length > 0 ? telling : words).map(withoutParticle);
}

/** The tokens a query asks for. */
export function queryTokens(query: string): QueryTokens {
  const asked = askedWords(query);
  const last = asked.at(-1);
  const open = last !== undefined && isUnfinished(last) && !/\s$/u.test(query);
  const closed = open ? asked.slice(0, -1) : asked;
  const translated = translateRuns(closed);
  const plain = closed.filter((word) => !translated.has(word));
  return {
    translated: [...translated.values()],
    required: [...new Set(plain.flatMap(tokensOfWord))].slice(0, MAX_QUERY_TOKENS),
    lastWord: open ? [stemWord(last.text), PREFIX_MARK + last.text.slice(0, MAX_PREFIX_LENGTH)] : null,
  };
}

/** False for a query without words. */
export function asksForWords({ required, lastWord, translated }: QueryTokens): boolean {
  return required.length > 0 || lastWord !== null || translated.length > 0;
}

/** True when a document with these tokens answers the query; the same rule as the SQL of `repository.ts`. */
export function matchesQuery(query: QueryTokens, tokens: ReadonlySet<string>): boolean {
  const has = (token: string) => tokens.has(token);
  const answers = ({ own, sayings }: TranslatedRun) =>
    own.every(has) || sayings.every((words) => words.some(has));
  return query.required.every(has) && (query.lastWord?.some(has) ?? true) && query.translated.every(answers);
}

function translateRuns(words: readonly Word[]): Map<Word, TranslatedRun> {
  const translated = new Map<Word, TranslatedRun>();
  for (const word of words) {
    if (translated.size === MAX_TRANSLATED_RUNS) break;
    const sayings = word.kind === "run" ? translateRun(word.text) : null;
    if (sayings !== null) translated.set(word, { own: [...new Set(tokensOfWord(word))], sayings });
  }
  return translated;
}

/** A word as documents are found under it: its stem, or the overlapping pairs of a run's characters. */
export function tokensOfWord(word: Word): string[] {
  if (word.kind === "word") return [stemWord(word.text.slice(0, MAX_WORD_LENGTH))];
  const characters = Array.from(word.text);
  if (characters.length === 1) return characters;
  return characters.slice(0, -1).map((character, i) => character + characters[i + 1]!);
}

function joinCompounds(words: readonly Word[]): string[] {
  const joined = new Map<number, string>();
  for (const { compound, text } of words)
    if (compound > 0) joined.set(compound, (joined.get(compound) ?? "") + text);
  return [...joined.values()];
}

function isUnfinished(word: Word): boolean {
  return word.kind === "word" && word.text.length >= MIN_PREFIX_LENGTH && word.text.length <= MAX_WORD_LENGTH;
}

function isBareParticle(word: Word): boolean {
  return word.kind === "run" && word.attached && word.text.replace(KOREAN_PARTICLE, "") === "";
}

function withoutParticle(word: Word): Word {
  if (word.kind !== "run" || Array.from(word.text).length < LONG_ENOUGH_TO_CUT) return word;
  if (translateRun(word.text) !== null) return word; // a word that ends like a particle
  return { ...word, text: word.text.replace(KOREAN_PARTICLE, "") };
}
