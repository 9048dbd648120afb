import { sliceOf } from "@/components/share-card/font-slices";

/** What the face of Latin letters can draw: printable ASCII, letters of Latin-1, dashes, quotes and the ellipsis. */
const LATIN = /^[\u0020-\u007e\u00b7\u00c0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]$/u;

/** Pictures in a text, flags, and what joins or colours them: left out. */
const PICTURES =
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u{fe0f}|\u{200d}|\u{20e3}|\p{So}/gu;

/** Files of faces that one text may need; more would take long to read, and no sentence does. */
const MOST_SLICES = 24;

export const isLatin = (character: string): boolean => LATIN.test(character);

/**
 * A text on one line, without pictures and cut to a number of characters; or "" when the faces of the market cannot
 * draw all that is left, as half a sentence says less than none. For a character that no face has, the drawing library
 * would ask a server of its own.
 */
export function drawableText(text: string, maxCharacters: number): string {
  const characters = Array.from(
    text
      .slice(0, 4 * maxCharacters)
      .replaceAll(PICTURES, "")
      .replaceAll(/\s+/gu, " ")
      .trim(),
  );
  const shown =
    characters.length <= maxCharacters ? characters : [...characters.slice(0, maxCharacters - 1), "…"];
  const slices = new Set<string>();
  for (const character of shown) {
    if (isLatin(character)) continue;
    const slice = sliceOf(character);
    if (slice === null) return "";
    slices.add(slice.name);
  }
  return slices.size > MOST_SLICES ? "" : shown.join("");
}
