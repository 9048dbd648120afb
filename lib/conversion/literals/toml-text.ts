import { asCodePoint, quoteVisibly } from "./quote-visibly";

/** A text as a TOML basic string on one line. */
export function tomlText(text: string): string {
  return quoteVisibly(text, asCodePoint);
}
