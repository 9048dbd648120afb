import { LOOK_ALIKE_LETTERS } from "../vocabulary/look-alike-letters";
import { lastAtOrBefore } from "./line-index";

/** A text as an agent reads it, with the offset in the original of each of its characters. */
export interface ReadThrough {
  readonly text: string;
  offsetOf(at: number): number;
}

const LOOK_ALIKES = new Map(
  Object.entries({
    ...LOOK_ALIKE_LETTERS,
    А: "A",
    В: "B",
    Е: "E",
    К: "K",
    М: "M",
    Н: "H",
    О: "O",
    Р: "P",
    С: "C",
    Т: "T",
    Х: "X",
  }),
);

/** Zero-width characters, direction marks, selectors, soft hyphens. */
const UNSEEN = /^(?:\p{Cf}|\p{Variation_Selector}|\u034f)$/u;
/** Full-width and mathematical letters are letters to an agent. */
const OTHER_FORM = /^[\uff01-\uff5e\u{1d400}-\u{1d7ff}]$/u;
const NEEDS_READING =
  /\p{Cf}|\p{Variation_Selector}|\u034f|[\uff01-\uff5e\u{1d400}-\u{1d7ff}]|[а-яԀ-ԯα-ωА-Яɡո]/u;
/** Every character that is read as another, or as none. */
const READ_OTHERWISE = new RegExp(
  String.raw`\p{Cf}|\p{Variation_Selector}|[\u034f\uff01-\uff5e\u{1d400}-\u{1d7ff}${Array.from(LOOK_ALIKES.keys()).join("")}]`,
  "gu",
);

/** Reads through invisible characters, letters that look like Latin ones, and other forms of letters. */
export function readThrough(text: string): ReadThrough {
  if (!NEEDS_READING.test(text)) return { text, offsetOf: (at) => at };
  const pieces: string[] = [];
  // Where each run of characters that are read as they stand begins: in what is read, and in the original.
  const begins: number[] = [];
  const origins: number[] = [];
  let at = 0;
  let length = 0;
  const write = (piece: string, origin: number) => {
    if (piece === "") return;
    begins.push(length);
    origins.push(origin);
    pieces.push(piece);
    length += piece.length;
  };
  for (const { 0: character, index } of text.matchAll(READ_OTHERWISE)) {
    write(text.slice(at, index), at);
    write(shownAs(character), index);
    at = index + character.length;
  }
  write(text.slice(at), at);
  const offsetOf = (position: number) => {
    if (position >= length) return text.length;
    const run = lastAtOrBefore(begins, position);
    return (origins[run] ?? 0) + position - (begins[run] ?? 0);
  };
  return { text: pieces.join(""), offsetOf };
}

function shownAs(character: string): string {
  if (UNSEEN.test(character)) return "";
  return OTHER_FORM.test(character) ? character.normalize("NFKC") : (LOOK_ALIKES.get(character) ?? character);
}
