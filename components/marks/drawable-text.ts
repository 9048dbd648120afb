/**
 * What the one face of the share card can draw: printable ASCII, the letters of Latin-1, dashes, quotes and the
 * ellipsis. For any other character the drawing library would ask a server of its own for a face.
 */
const DRAWABLE = /^[\x20-\x7e\u00c0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]*$/u;

/**
 * A text cut to a number of characters, or "" when the face cannot draw all of it: half a sentence says less than none.
 */
export function drawableText(text: string, maxCharacters: number): string {
  if (!DRAWABLE.test(text)) return "";
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters - 1).trimEnd()}…`;
}
