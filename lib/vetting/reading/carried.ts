import { carriesInQuotes, findListedStrings, readCarriedCommands } from "./carried-commands";
import type { Span } from "./markdown";
import { readNotebook } from "./notebook-cells";
import { findPageScripts, isPage } from "./page-scripts";
import type { SourceFile } from "./source-file";
import { findLiterals } from "./string-literals";

/** A piece of code or text that a file of another kind carries; `quoted` may be either. */
export interface Carried extends Span {
  readonly kind: "python" | "javascript" | "shell" | "markdown" | "quoted";
}

/** What a build file, settings, a page or a notebook carries, each at its offset in the file. */
export function findCarried({ path, text }: SourceFile): Carried[] {
  if (text === null) return [];
  if (/\.ipynb$/i.test(path)) return readNotebook(text);
  const found: Carried[] = [];
  const commands = readCarriedCommands(path, text);
  if (commands !== null) found.push({ kind: "shell", text: commands, start: 0 });
  if (carriesInQuotes(path, text)) found.push(...as("quoted", findLiterals(text)));
  found.push(...as("quoted", findListedStrings(path, text)));
  if (isPage(path)) found.push(...as("javascript", findPageScripts(text)));
  return found;
}

const as = (kind: Carried["kind"], spans: readonly Span[]): Carried[] =>
  spans.map((span) => ({ ...span, kind }));
