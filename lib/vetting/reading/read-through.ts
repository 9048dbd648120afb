import { LOOK_ALIKE_LETTERS } from "../vocabulary/look-alike-letters";

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

/** Reads through invisible characters, letters that look like Latin ones, and other forms of letters. */
export function readThrough(text: string): ReadThrough {
  if (!NEEDS_READING.test(text)) return { text, offsetOf: (at) => at };
  const pieces: string[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    const shown = UNSEEN.test(character)
      ? ""
      : OTHER_FORM.test(character)
        ? character.normalize("NFKC")
        : (LOOK_ALIKES.get(character) ?? character);
    pieces.push(shown);
    for (let unit = 0; unit < shown.length; unit++) offsets.push(at);
    at += character.length;
  }
  return { text: pieces.join(""), offsetOf: (position) => offsets[position] ?? text.length };
}
