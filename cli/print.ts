import { type Output, type CommandContext, InputError } from "./command";
import type { LeftOut } from "./read-directory";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { unreadable } from "./read-input";

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

/** What of a skill's directory is in no package, a line each with the reason. */
export function printLeftOut(leftOut: readonly LeftOut[], { stderr }: Pick<CommandContext, "stderr">): void {
  for (const { file, reason } of leftOut) printLine(stderr, `left out  ${file}: ${reason}`);
}

/**
 * Writes what a command made to a new file; with `force` over one that is there.
 *
 * @throws InputError when it cannot be written.
 */
export async function writeOutput(
  file: string,
  bytes: Uint8Array,
  { cwd, force = false }: { cwd: string; force?: boolean | undefined },
): Promise<void> {
  try {
    await writeFile(path.resolve(cwd, file), bytes, { flag: force ? "w" : "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST")
      throw new InputError(`${file}: already exists; --force replaces it`);
    throw unreadable(file, error);
  }
}

const REDRAW_MS = 100;
const LINE_EVERY = 1000;

/** Counts on stderr: a line that is redrawn for a person, one line for every thousand in a log. */
export interface Progress {
  tick(): void;
  /** Takes the line away before something else is printed. */
  clear(): void;
}

/** `noun` follows the number: "120 skills checked". */
export function startProgress(output: Output, noun: string): Progress {
  let count = 0;
  let drawnAt = 0;
  let visible = false;
  return {
    tick() {
      count += 1;
      if (output.isTTY !== true) {
        if (count % LINE_EVERY === 0) output.write(`${count} ${noun}\n`);
      } else if (performance.now() - drawnAt >= REDRAW_MS) {
        drawnAt = performance.now();
        visible = true;
        output.write(`\r\u001B[K${count} ${noun}`);
      }
    },
    clear() {
      if (visible) output.write("\r\u001B[K");
      visible = false;
    },
  };
}
