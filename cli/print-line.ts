import type { Output } from "./command";

/** Control characters, which steer a terminal, and those that turn the direction of writing. */
const UNSEEN = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** Prints one line. Texts of skills are foreign texts: what would steer the terminal is shown as an escape. */
export function printLine(output: Output, text: string): void {
  const shown = text.replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  output.write(`${shown}\n`);
}
