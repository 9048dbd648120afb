import { LEXICON } from "@/lib/search/lexicon";
import { stemWord } from "@/lib/search/stem";

/** Written between or behind the words of a run, and asking for nothing themselves. */
const FILLERS: ReadonlySet<string> = new Set(["的", "和", "与", "及", "器", "기", "하기", "용", "및"]);

/** English words of each Chinese or Korean one, stemmed as the texts of skills are. */
const ENGLISH: ReadonlyMap<string, readonly string[]> = readLexicon(LEXICON);

const LONGEST = Math.max(...Array.from(ENGLISH.keys(), (word) => word.length));

function readLexicon(text: string): Map<string, readonly string[]> {
  const words = new Map<string, readonly string[]>();
  for (const line of text.trim().split("\n")) {
    const [english = "", ...others] = line.split("|").map((part) => part.trim());
    const stems = [...new Set(english.split(" ").map(stemWord))];
    for (const word of others.flatMap((part) => part.split(" ")))
      if (!words.has(word)) words.set(word, stems);
  }
  return words;
}

/**
 * The words of a run of Chinese or Korean in English: for each the stems any one of which will do ("날짜변환": date;
 * convert, conversion). The longest known word is taken first. Null unless the whole run is known: half a translation
 * would find what nobody asked for.
 */
export function translateRun(run: string): (readonly string[])[] | null {
  const found: (readonly string[])[] = [];
  for (let at = 0; at < run.length;) {
    const piece = longestAt(run, at);
    if (piece === null) return null;
    const english = ENGLISH.get(piece);
    if (english !== undefined) found.push(english);
    at += piece.length;
  }
  return found.length === 0 ? null : found;
}

function longestAt(run: string, at: number): string | null {
  for (let length = Math.min(LONGEST, run.length - at); length > 0; length -= 1) {
    const piece = run.slice(at, at + length);
    if (ENGLISH.has(piece) || FILLERS.has(piece)) return piece;
  }
  return null;
}
