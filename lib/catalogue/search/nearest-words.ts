import { editDistanceOne } from "@/lib/registry/search-words/edit-distance-one";
import { stemWord } from "@/lib/registry/search-words/stem";
import { askedWords, NAME_MARK, PREFIX_MARK, tokensOfWord } from "@/lib/registry/search-words/tokens";
import { sayingsWithin, translateRun } from "@/lib/registry/search-words/translate-run";
import type { Word } from "@/lib/registry/search-words/words";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const SPELLED = /^[a-z]{4,20}$/;
const MAX_WORDS = 6;
/** A name that begins like a longer word is near it: "summary" to "summarize". */
const SHORTEST_WITH_BEGINNING = 7;

/** One word of a query: a skill answers it with any of the tokens, best in its name. */
export interface NearWord {
  readonly inText: readonly string[];
  readonly inName: readonly string[];
}

/** The words of a query one by one, for skills that answer only some of them. */
export function nearWords(query: string): NearWord[] {
  return askedWords(query).slice(0, MAX_WORDS).map(nearWord);
}

function nearWord(word: Word): NearWord {
  const sayings = word.kind === "run" ? (translateRun(word.text)?.flat() ?? sayingsWithin(word.text)) : [];
  const tokens = [...tokensOfWord(word), ...sayings];
  const beginning =
    word.kind === "word" && word.text.length >= SHORTEST_WITH_BEGINNING
      ? [PREFIX_MARK + word.text.slice(0, Math.ceil((word.text.length * 2) / 3))]
      : [];
  const inName = [...tokens.map((token) => NAME_MARK + token), ...beginning];
  return { inText: [...tokens, ...beginning], inName };
}

/** A word that may have been mistyped, and what it may have been meant to be. */
export interface DoubtfulWord {
  readonly written: string;
  readonly token: string;
  /** By the token each would be found under. */
  readonly meant: ReadonlyMap<string, string>;
}

/**
 * The Latin words of a query, each with every word that is one letter away: left out, added, changed, or two swapped.
 */
export function doubtfulWords(query: string): DoubtfulWord[] {
  return askedWords(query)
    .map(({ text }) => text)
    .filter((text) => SPELLED.test(text))
    .slice(0, MAX_WORDS)
    .map((written) => ({
      written,
      token: stemWord(written),
      meant: new Map(editDistanceOne(written, LETTERS).map((word) => [stemWord(word), word])),
    }));
}
