/**
 * Cuts text into words the same way for documents and queries. Scripts written without blanks between words
 * (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese) stay whole runs here; `tokens.ts` cuts them into bigrams.
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
