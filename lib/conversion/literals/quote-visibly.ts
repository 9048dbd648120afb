/**
 * What a reader does not see, or some parser takes for a line break: control and format characters (bidirectional
 * ones among them), line and paragraph separators, unassigned and private ones, the byte order mark.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

type Spelling = (codePoint: number) => string;

/** `\uXXXX`, beyond the first plane as a surrogate pair: JSON. */
export const asSurrogates: Spelling = (codePoint) => {
  const text = String.fromCodePoint(codePoint);
  return Array.from({ length: text.length }, (_, at) => hex4(text.charCodeAt(at))).join("");
};

/** `\uXXXX`, beyond the first plane `\UXXXXXXXX`: YAML and TOML. */
export const asCodePoint: Spelling = (codePoint) =>
  codePoint > 0xffff ? `\\U${codePoint.toString(16).padStart(8, "0")}` : hex4(codePoint);

const hex4 = (unit: number) => `\\u${unit.toString(16).padStart(4, "0")}`;

/** Half a surrogate pair is no character: no format holds it, so it becomes the replacement character. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Cs}/gu, "�");
}

/**
 * A text between double quotes, on one line, with every hidden character spelled out. JSON, YAML and TOML agree on all
 * other escapes `JSON.stringify` writes.
 */
export function quoteVisibly(text: string, spelling: Spelling): string {
  return JSON.stringify(wellFormed(text)).replaceAll(HIDDEN, (character) =>
    spelling(character.codePointAt(0) ?? 0),
  );
}
