import { asCodePoint, quoteVisibly } from "./escape-hidden";

/** A text as a TOML basic string on one line. */
export function tomlText(text: string): string {
  return quoteVisibly(text, asCodePoint);
}
