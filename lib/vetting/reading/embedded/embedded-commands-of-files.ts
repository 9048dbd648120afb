import { carriesInQuotes, findListedStrings, readCarriedCommands } from "./carried-commands";
import type { Span } from "@/lib/vetting/syntax/markdown";
import { readNotebook } from "./notebook-cells";
import { findToolServers } from "./agent-settings";
import type { SourceFile } from "../source-file";
import { findLiterals } from "../string-literals";
import { decodeEntities } from "@/lib/vetting/document-text/entities";

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

const SCRIPT = /<script\b/gi;

const MAX_ATTRIBUTES = 1000;

const HANDLER = /\son[a-z]{3,20}\s*=\s*(?:"([^"]{4,4000})"|'([^']{4,4000})')/gi;

const SCRIPT_ADDRESS = /(?:href|src|action|xlink:href)\s*=\s*["']\s*javascript:([^"']{4,4000})/gi;

/** Data, templates and shaders stand in script elements too. */
const NO_SCRIPT = /type\s*=\s*["']?(?!(?:text|application)\/(?:x-)?(?:java|ecma)script|module)[\w/+.-]+/i;

const MAX_HANDLERS = 5000;

/** True for a page or drawing that a browser runs scripts of. */
function isPage(path: string): boolean {
  return /\.(?:html?|xhtml|svg|hta|vue|svelte|astro|php|erb|ejs|hbs)$/i.test(path);
}

/**
 * Each `<script …>` and where its text begins. The bracket that closes it is looked for once, however many tags wait
 * for it.
 */
function* scriptTags(text: string): Generator<{ attributes: string; start: number }> {
  let close = -1;
  let from = 0;
  for (const match of text.matchAll(SCRIPT)) {
    const begin = match.index + match[0].length;
    if (match.index < from) continue;
    if (close < begin) close = text.indexOf(">", begin);
    if (close === -1) return;
    if (close - begin > MAX_ATTRIBUTES) continue;
    from = close + 1;
    yield { attributes: text.slice(begin, close), start: from };
  }
}

/** The JavaScript of a page: its scripts, what stands in `onclick` and the like, and `javascript:` addresses. */
function findPageScripts(text: string): Span[] {
  const found: Span[] = [];
  let read = 0;
  for (const { attributes, start } of scriptTags(text)) {
    if (NO_SCRIPT.test(attributes) || start < read) continue;
    const end = text.indexOf("</script", start);
    read = end === -1 ? text.length : end;
    found.push({ text: text.slice(start, read), start });
    if (end === -1) break;
  }
  for (const pattern of [HANDLER, SCRIPT_ADDRESS]) {
    for (const match of Array.from(text.matchAll(pattern)).slice(0, MAX_HANDLERS))
      found.push({ text: decodeEntities(match[1] ?? match[2] ?? ""), start: match.index });
  }
  return found.filter((span) => span.text.trim() !== "");
}
