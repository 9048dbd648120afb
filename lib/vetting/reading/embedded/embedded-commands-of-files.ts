import { carriesInQuotes, findListedStrings, readCarriedCommands } from "./carried-commands";
import type { Span } from "@/lib/syntax/markdown";
import { readNotebook } from "./notebook-cells";
import { findPageScripts, isPage } from "./page-scripts";
import { findToolServers } from "./agent-settings";
import type { SourceFile } from "../source-file";
import { findLiterals } from "../string-literals";

/** A piece of code or text that a file of another kind carries; `quoted` may be either. */
export interface Carried extends Span {
  readonly kind: "python" | "javascript" | "shell" | "markdown" | "quoted";
}

/** What a build file, settings, a page or a notebook carries, each at its offset in the file. */
export function findCarried({ path, text }: SourceFile): Carried[] {
  if (text === null) return [];
  if (/\.ipynb$/i.test(path)) return readNotebook(text);
  const commands = readCarriedCommands(path, text);
  return as("shell", commands === null ? [] : [{ text: commands, start: 0 }]).concat(
    as("quoted", carriesInQuotes(path, text) ? findLiterals(text) : []),
    as("quoted", findListedStrings(path, text)),
    as("shell", /\.(?:jsonc?|toml)$/i.test(path) ? findToolServers(text) : []),
    as("javascript", isPage(path) ? findPageScripts(text) : []),
  );
}

const as = (kind: Carried["kind"], spans: readonly Span[]): Carried[] =>
  spans.map((span) => ({ ...span, kind }));
