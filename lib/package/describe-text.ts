const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const SHOWN_CHARACTERS = 120;

/** A hostile text made safe to print in a message: invisible characters become escapes, long texts are cut. */
export function describeText(text: string): string {
  const shown = Array.from(text.slice(0, SHOWN_CHARACTERS * 2))
    .slice(0, SHOWN_CHARACTERS)
    .join("");
  const escaped = shown.replace(INVISIBLE, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
  return shown.length < text.length ? `${escaped}…` : escaped;
}
