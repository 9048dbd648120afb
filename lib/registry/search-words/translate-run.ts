import { LEXICON } from "@/lib/registry/search-words/lexicon";
import { stemWord } from "@/lib/registry/search-words/stem";

/** Written between or behind the words of a run, and asking for nothing themselves. */
const FILLERS: ReadonlySet<string> = new Set(["的", "和", "与", "及", "器", "기", "하기", "용", "및"]);

/**
 * Texts without blanks are indexed by pairs, so that a word of two characters is a token, a lone one is too, and a
 * longer one is none.
 */
const PAIR = 2;

/** What texts may say for each Chinese or Korean word, as it is indexed: English stems, and words of the two others. */
const SAYINGS: ReadonlyMap<string, readonly string[]> = readLexicon(LEXICON);

const LONGEST = Math.max(...Array.from(SAYINGS.keys(), (word) => word.length));

function readLexicon(text: string): Map<string, readonly string[]> {
  const words = new Map<string, readonly string[]>();
  for (const line of text.trim().split("\n")) {
    const [english = "", ...others] = line.split("|").map((part) => part.trim());
    const own = others.flatMap((part) => part.split(" "));
    const stems = english.split(" ").map(stemWord);
    const sayings = [...new Set([...stems, ...own.filter((word) => word.length <= PAIR)])];
    for (const word of own) if (!words.has(word)) words.set(word, sayings);
  }
  return words;
}

/**
 * The words of a run of Chinese or Korean as other texts say them: for each the tokens any one of which will do
 * ("날짜변환": date, 日期, 일자; convert, conversion, 转换, 换算, 환산). The longest known word is taken first. Null unless the
 * whole run is known: half a translation would find what nobody asked for.
 */
export function translateRun(run: string): (readonly string[])[] | null {
  const found: (readonly string[])[] = [];
  for (let at = 0; at < run.length;) {
    const piece = longestAt(run, at);
    if (piece === null) return null;
    const sayings = SAYINGS.get(piece);
    if (sayings !== undefined) found.push(sayings);
    at += piece.length;
  }
  return found.length === 0 ? null : found;
}

/**
 * What other texts say for the words known in a run, whatever stands between them ("정기예금이자표": 이자). For a list of what
 * comes near, not for what answers.
 */
export function sayingsWithin(run: string): string[] {
  const found = new Set<string>();
  for (let at = 0; at < run.length;) {
    const piece = longestAt(run, at);
    const sayings = piece !== null && piece.length >= PAIR ? SAYINGS.get(piece) : undefined;
    for (const saying of sayings ?? []) found.add(saying);
    at += sayings === undefined || piece === null ? 1 : piece.length;
  }
  return [...found];
}

function longestAt(run: string, at: number): string | null {
  for (let length = Math.min(LONGEST, run.length - at); length > 0; length -= 1) {
    const piece = run.slice(at, at + length);
    if (SAYINGS.has(piece) || FILLERS.has(piece)) return piece;
  }
  return null;
}
