import { carriesInQuotes, findListedStrings, readCarriedCommands } from "./carried-commands";
import type { Span } from "@/lib/vetting/syntax/markdown";
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

/** A cell of a Jupyter notebook: what it says, and where it stands in the file. */
interface NotebookCell {
  readonly kind: "python" | "javascript" | "shell" | "markdown";
  readonly text: string;
  readonly start: number;
}

/** The cells of a notebook; none for what is no notebook. Lines of `!command` are cells of their own. */
function readNotebook(text: string): NotebookCell[] {
  const cells: NotebookCell[] = [];
  let from = 0;
  let isLost = false;
  for (const cell of cellsOf(text)) {
    const source = sourceOf(cell);
    const first = JSON.stringify(source.split("\n", 1)[0] ?? "").slice(1, -1);
    const at: number = isLost ? -1 : text.indexOf(first, from);
    // A source that writes its letters otherwise is not looked for again and again.
    isLost = at === -1;
    const start = Math.max(from, at);
    from = start;
    if (cell.cell_type === "markdown") cells.push({ kind: "markdown", text: source, start });
    if (cell.cell_type === "code") cells.push(...splitCell(source, start));
  }
  return cells.filter((cell) => cell.text.trim() !== "");
}

function splitCell(source: string, start: number): NotebookCell[] {
  const magic = /^\s*%%(\w+)[^\n]*\n/.exec(source);
  const rest = source.slice(magic?.[0].length ?? 0);
  if (magic !== null && /^(?:bash|sh|script|system|cmd)$/.test(magic[1] ?? ""))
    return [{ kind: "shell", text: rest, start }];
  if (magic !== null && /^(?:javascript|js|html|svg)$/.test(magic[1] ?? ""))
    return [{ kind: "javascript", text: rest, start }];
  const commands = source.replace(/^(?!\s*(?:!|%(?:sx|system|pip|conda)\b)).*$/gm, "");
  const shell = commands.replace(/^\s*(?:\w+\s*=\s*)?(?:!+|%(?:sx|system)?\s?)/gm, "");
  const code = source.replace(/^\s*[!%].*$/gm, "");
  return [
    { kind: "python", text: code, start },
    { kind: "shell", text: shell, start },
  ];
}

interface Cell {
  readonly cell_type?: unknown;
  readonly source?: unknown;
}

function cellsOf(text: string): Cell[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null || !("cells" in parsed)) return [];
    const { cells } = parsed;
    return Array.isArray(cells)
      ? cells.filter((cell): cell is Cell => typeof cell === "object" && cell !== null)
      : [];
  } catch {
    return [];
  }
}

function sourceOf({ source }: Cell): string {
  if (typeof source === "string") return source;
  return Array.isArray(source) ? source.filter((line) => typeof line === "string").join("") : "";
}
