import type { Output } from "./command";

/** Control characters, which steer a terminal, and those that turn the direction of writing. */
const UNSEEN = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** Prints one line. Texts of skills are foreign texts: what would steer the terminal is shown as an escape. */
export function printLine(output: Output, text: string): void {
  const shown = text.replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  output.write(`${shown}\n`);
}

/** Those of them that JSON lets stand as they are. */
const UNSEEN_IN_JSON = /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

/** Prints a value as JSON, whole: the same characters are escaped as JSON does it, and read back as they were. */
export function printJson(output: Output, value: unknown, indent?: number): void {
  const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  output.write(`${JSON.stringify(value, null, indent).replace(UNSEEN_IN_JSON, escape)}\n`);
}
