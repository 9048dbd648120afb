import { readTable } from "@/lib/search/words/lexicon/word-lists";
import { stemWord, rootOf } from "@/lib/search/words/stem";
import { pairsOf } from "@/lib/search/words/tokens";

/** One saying of a thing: the tokens that together say it. */
export type Saying = readonly string[];

interface Entry {
  readonly word: string;
  readonly tokens: Saying;
  readonly language: "en" | "zh" | "ko";
  /** Between which semicolons of its language it stands. */
  readonly place: number;
  /** It stands at another place than the word: no name of the same thing, but of one that belongs to it. */
  readonly related: boolean;
}

const LANGUAGES = ["en", "zh", "ko"] as const;

/** Each word of `sayings.tsv`, folded, with all sayings of the things it names, in the other languages and in its own. */
const SAYINGS: ReadonlyMap<string, readonly Entry[]> = readSayings();

/** By the roots of their words, so that "word counter" is "word count". */
const ENGLISH_PHRASES = [...SAYINGS.keys()]
  .filter((word) => word.includes("_"))
  .map((phrase) => ({ phrase, roots: `${rootsOf(phrase.split("_"))}_` }));
const LONGEST = Math.max(...Array.from(SAYINGS.keys(), (word) => (/^[a-z_]/.test(word) ? 0 : word.length)));

function readSayings(): Map<string, Entry[]> {
  const known = new Map<string, Entry[]>();
  for (const columns of readTable("sayings.tsv")) {
    const entries = columns.flatMap((part, i) => readPart(part, LANGUAGES[i] ?? "en"));
    for (const { word, language, place } of entries) {
      const key = language === "en" && !word.includes("_") ? stemWord(word) : word;
      const others = entries
        .filter((entry) => entry.word !== word)
        .map((entry) => ({ ...entry, related: entry.place !== place }));
      known.set(key, [...(known.get(key) ?? []), ...others]);
    }
  }
  return known;
}

function readPart(part: string, language: Entry["language"]): Entry[] {
  return part.split(";").flatMap((words, place) =>
    words
      .split(" ")
      .filter(Boolean)
      .map((word) => ({ word, tokens: tokensOfSaying(word), language, place, related: false })),
  );
}

function rootsOf(words: readonly string[]): string {
  return words.map(rootOf).join("_");
}

function tokensOfSaying(word: string): string[] {
  if (/^[a-z0-9_]+$/.test(word)) return word.split("_").map(stemWord);
  return pairsOf(word);
}

export interface OtherSayings {
  readonly translations: readonly Saying[];
  readonly synonyms: readonly Saying[];
  /** Of things that only belong to it, in any language. */
  readonly related: readonly Saying[];
}

/** How else a word is said; `key` is an English stem, an English phrase joined by "_", or a word of Chinese or Korean. */
export function otherSayings(key: string): OtherSayings | null {
  const entries = SAYINGS.get(key);
  if (entries === undefined) return null;
  const own = /^[a-z0-9_]+$/.test(key) ? "en" : /\p{sc=Hangul}/u.test(key) ? "ko" : "zh";
  const unique = (list: readonly Entry[]) => [
    ...new Map(list.map(({ tokens }) => [tokens.join(" "), tokens])).values(),
  ];
  const same = entries.filter(({ related }) => !related);
  return {
    translations: unique(same.filter(({ language }) => language !== own)),
    synonyms: unique(same.filter(({ language }) => language === own)),
    related: unique(entries.filter(({ related }) => related)),
  };
}

/** The longest known word that stands at a place of a run, of at least two characters; null when none does. */
export function longestKnownAt(run: string, at: number): string | null {
  for (let length = Math.min(LONGEST, run.length - at); length >= 2; length -= 1) {
    const piece = run.slice(at, at + length);
    if (SAYINGS.has(piece)) return piece;
  }
  return null;
}

/** The phrase of several English words that begins at a place of a query; null when none does. */
export function phraseAt(words: readonly string[], at: number): string | null {
  const rest = `${rootsOf(words.slice(at, at + 4))}_`;
  return ENGLISH_PHRASES.find(({ roots }) => rest.startsWith(roots))?.phrase ?? null;
}
