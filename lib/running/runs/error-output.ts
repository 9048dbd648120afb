import { stripVTControlCharacters } from "node:util";

/** The end of what a run wrote is kept; more of it is not shown. */
export const ERROR_OUTPUT_CHARACTERS = 8 * 1024;

/** Characters that move a cursor, or the direction of a line, and none that a text needs. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const CONTROLS =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** What of a run says how it ended. */
export interface EndedRun {
  state: string;
  fault: string | null;
  stderrTail: string | null;
}

/**
 * The end of what a failed run wrote to its error output, as a text that may be shown anywhere; null for a run that did
 * not fail, that wrote nothing, or that failed on the market's side: what is said there is the market's own.
 */
export function errorOutputOf({ state, fault, stderrTail }: EndedRun): string | null {
  if (state !== "FAILED" || fault === null || fault === "platform" || stderrTail === null) return null;
  const text = stripVTControlCharacters(stderrTail).replace(/\r\n?/g, "\n").replace(CONTROLS, "");
  const tail = text.slice(-ERROR_OUTPUT_CHARACTERS).toWellFormed().trim();
  return tail === "" ? null : tail;
}

/** Shorter texts stand everywhere by chance. */
const LEAST_CHARACTERS = 4;
const MOST_TEXTS = 1_000;
const IN_ITS_PLACE = "[input]";

/**
 * A text without what its caller put in: each text of the input is replaced where it stands word for word, the longest
 * first. A skill that writes it otherwise is not found out.
 */
export function withoutInput(text: string, input: unknown): string {
  const texts = [...new Set(textsIn(input))].sort((one, other) => other.length - one.length);
  return texts.reduce((rest, each) => rest.replaceAll(each, IN_ITS_PLACE), text);
}

/** The texts in a JSON value and the lines of each, as far as they are looked for. */
function textsIn(input: unknown): string[] {
  const found: string[] = [];
  const waiting: unknown[] = [input];
  while (waiting.length > 0 && found.length < MOST_TEXTS) {
    const value = waiting.pop();
    if (typeof value === "string") {
      const pieces = [value, JSON.stringify(value).slice(1, -1), ...value.split("\n")];
      found.push(...pieces.map((piece) => piece.trim()).filter((piece) => piece.length >= LEAST_CHARACTERS));
    } else if (typeof value === "object" && value !== null) waiting.push(...Object.values(value));
  }
  return found;
}
