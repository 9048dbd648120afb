import { stemWord, rootOf } from "@/lib/search/words/stem";
import { Converter } from "opencc-js/t2cn";

/**
 * Cuts text into words the same way for documents and queries. Scripts written without blanks between words
 * (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese) stay whole runs here; `pairsOf` cuts them.
 */
export interface Word {
  readonly text: string;
  readonly kind: "run" | "word";
  /** The words of one hyphenated or underscored name share a number; 0 = stands alone. */
  readonly compound: number;
  /** Touches the word before it, with nothing in between: "PDF를". */
  readonly attached: boolean;
}

const RUN_SCRIPTS =
  "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー々";
// One letter with + or # behind it is the name of a programming language ("c++", "c#").
const PIECE = new RegExp(
  `[${RUN_SCRIPTS}]+|[a-z](?:\\+\\+|#)(?![\\p{L}\\p{N}])|[[\\p{L}\\p{N}\\p{M}]--[${RUN_SCRIPTS}]]+`,
  "gv",
);
const RUN = new RegExp(`^[${RUN_SCRIPTS}]`, "u");

/** Folds compatibility forms (full width, ligatures) and case: the one spelling under which words are compared. */
export function foldText(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** The words of already folded text, in order. */
export function listWords(folded: string): Word[] {
  const words: Word[] = [];
  let compound = 0;
  let previousEnd = -1;
  for (const match of folded.matchAll(PIECE)) {
    const [piece] = match;
    const kind = RUN.test(piece) ? "run" : "word";
    const joint = previousEnd >= 0 ? folded.slice(previousEnd, match.index) : " ";
    const before = words.at(-1);
    const joins = kind === "word" && before?.kind === "word" && (joint === "-" || joint === "_");
    if (joins && before.compound === 0) words[words.length - 1] = { ...before, compound: ++compound };
    words.push({
      text: kind === "run" ? piece : stripMarks(piece),
      kind,
      compound: joins ? compound : 0,
      attached: joint === "",
    });
    previousEnd = match.index + piece.length;
  }
  return words;
}

// "résumé" and "resume" are one word to a searcher; scripts whose marks carry vowels are left alone.
function stripMarks(word: string): string {
  return /^\p{sc=Latin}/u.test(word) ? word.normalize("NFD").replace(/\p{M}+/gu, "") : word;
}

/** Marks a token as the beginning of a word of the name, so that it cannot be taken for a whole one. */
export const PREFIX_MARK = "^";
/** Marks a token as a word of the name. */
export const NAME_MARK = "=";
/** Marks a token as a word of tags, capabilities, category or triggers. */
export const TOPIC_MARK = "#";
/** Marks the root of a word, which is shorter than its stem and shared by more words. */
export const ROOT_MARK = "~";
export const MIN_PREFIX_LENGTH = 3;
export const MAX_PREFIX_LENGTH = 10;
export const MAX_WORD_LENGTH = 40;
const MAX_TEXT_LENGTH = 20_000;

/** Text as words are compared: compatibility forms and case folded, traditional Chinese in simplified characters. */
export function foldWords(text: string): string {
  return simplifyChinese(foldText(text));
}

/**
 * The tokens of a document's text, without repeats: words lightly stemmed, and their roots marked; the joined form of
 * hyphenated names ("web-search" gives "web", "search" and "websearch"), a word behind its number ("1password":
 * "password"), overlapping pairs of characters for Chinese, Japanese, Korean and other scripts without blanks.
 */
export function searchTokens(text: string): string[] {
  const words = listWords(foldWords(text.slice(0, MAX_TEXT_LENGTH)));
  const tokens = new Set<string>();
  for (const word of words) for (const token of tokensOfWord(word)) tokens.add(token);
  for (const joined of joinCompounds(words)) tokens.add(joined.slice(0, MAX_WORD_LENGTH));
  return [...tokens];
}

/** The beginnings of the words of a name, so that a half-typed last word of a query finds it. */
export function prefixTokens(text: string): string[] {
  const words = listWords(foldWords(text.slice(0, MAX_TEXT_LENGTH)));
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

const BEHIND_NUMBER = /^\d+([a-z]{3,})$/;

function tokensOfWord(word: Word): string[] {
  if (word.kind === "run") return pairsOf(word.text);
  const text = word.text.slice(0, MAX_WORD_LENGTH);
  const stem = stemWord(text);
  const root = rootOf(text);
  const behind = BEHIND_NUMBER.exec(text)?.[1];
  return [stem, ...(root === stem ? [] : [ROOT_MARK + root]), ...(behind ? [stemWord(behind)] : [])];
}

/** The overlapping pairs of a run's characters, under which texts without blanks are found. */
export function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(0, -1).map((character, i) => character + characters[i + 1]!);
}

function joinCompounds(words: readonly Word[]): string[] {
  const joined = new Map<number, string>();
  for (const { compound, text } of words)
    if (compound > 0) joined.set(compound, (joined.get(compound) ?? "") + text);
  return [...joined.values()];
}

const HAN = /\p{sc=Han}/u;

const convert = Converter({ from: "twp", to: "cn" });

/** Traditional Chinese in the simplified characters and words of the mainland, by the data of OpenCC; others as given. */
function simplifyChinese(text: string): string {
  return HAN.test(text) ? convert(text) : text;
}
