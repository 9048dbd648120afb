import fs from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Language, Parser, type Node, type TreeCursor } from "web-tree-sitter";
import { hasLongLine } from "./long-lines";

export const CODE_LANGUAGES = ["bash", "python", "javascript"] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** A node of a syntax tree as a plain object: crossing into WebAssembly for each question costs more than a copy. */
export interface SyntaxNode {
  readonly type: string;
  /** The role that the grammar gives it in its parent, such as `function` or `arguments`. */
  readonly field: string | null;
  readonly isNamed: boolean;
  /** UTF-16 offsets in the source. */
  readonly start: number;
  readonly end: number;
  readonly children: SyntaxNode[];
  readonly parent: SyntaxNode | null;
}

export interface SyntaxTree {
  readonly root: SyntaxNode;
  /** False where the source is deeper or more tangled than what is read. */
  readonly isWhole: boolean;
  /** Up to here it was read: a source that is longer, or has more in it, goes on behind. */
  readonly readTo: number;
  /** Where the source first is not of its language; null where all of it is. */
  readonly fault: number | null;
}

/** Longer sources are bundles or padding; what lies beyond is read as a source of its own. */
const MAX_SOURCE: Readonly<Record<CodeLanguage, number>> = {
  bash: 128_000,
  python: 300_000,
  javascript: 300_000,
};
/** So much is read at once of a source for which the steps of the parser do not reach, and of what others go on with. */
const MAX_DENSE = 60_000;
const MAX_NODES = 150_000;
const MAX_DEPTH = 250;
/** The parser reports its progress every few hundred steps: counted, so that every machine stops at the same place. */
const MAX_PROGRESS = 4_000;

interface Loaded {
  readonly parser: Parser;
  readonly languages: Readonly<Record<CodeLanguage, Language>>;
}

let loading: Promise<Loaded> | null = null;
let loaded: Loaded | null = null;

/** Loads the parsers, once for a process. `parseSource` works when it is done. */
export async function loadParsers(): Promise<void> {
  loading ??= load();
  loaded = await loading;
}

async function load(): Promise<Loaded> {
  const engine = findModule("web-tree-sitter/web-tree-sitter.wasm");
  await Parser.init({ locateFile: () => engine });
  const entries: [CodeLanguage, Language][] = [];
  for (const name of CODE_LANGUAGES) {
    const file = findModule(`tree-sitter-${name}/tree-sitter-${name}.wasm`);
    entries.push([name, await Language.load(fs.readFileSync(/* turbopackIgnore: true */ file))]);
  }
  return { parser: new Parser(), languages: Object.fromEntries(entries) as Loaded["languages"] };
}

/**
 * A WebAssembly file of a package: beside this program where it was packed with it (the command `emporion`), else among the
 * installed packages.
 */
function findModule(name: string): string {
  const packed = new URL(`./${name.slice(name.indexOf("/") + 1)}`, import.meta.url);
  if (packed.protocol === "file:" && fs.existsSync(packed)) return fileURLToPath(packed);
  return createRequire(import.meta.url).resolve(name);
}

/**
 * The syntax tree of a source; broken sources have one too. Bounded in length, steps, nodes and depth, never by time, so
 * that it is the same on every machine. `isRest`: more of the same was read before. Throws where `loadParsers` was not awaited.
 */
export function parseSource(text: string, language: CodeLanguage, isRest = false): SyntaxTree {
  const end = endOfSource(text, isRest ? MAX_DENSE : MAX_SOURCE[language]);
  const source = breakLines(text.slice(0, end));
  const root = emptyNode(source.length);
  let isWhole = true;
  const starts = language === "bash" ? commandStarts(source) : [];
  let count = 0;
  let fault: number | null = null;
  for (let from = 0; from < source.length;) {
    const to = language === "bash" ? endOfPiece(source, from, starts) : source.length;
    const copied = parsePiece(source.slice(from, to), language, {
      root,
      offset: from,
      room: MAX_NODES - count,
    });
    // Tangled, or only dense: a shorter source tells.
    if (copied.isCancelled && language !== "bash" && source.length > MAX_DENSE)
      return parseSource(text, language, true);
    count += copied.count;
    isWhole &&= copied.isWhole;
    fault ??= copied.fault === null ? null : from + copied.fault;
    if (copied.fullAt !== null) return { root, isWhole, fault, readTo: Math.max(1, copied.fullAt) };
    from = to;
  }
  return { root, isWhole, fault, readTo: end };
}

/** The last end of a line before so many characters. */
function endOfSource(text: string, most: number): number {
  if (text.length <= most) return text.length;
  return text.lastIndexOf("\n", most - 1) + 1 || most;
}

/** Below the node that is given, so that a source in pieces is one tree. */
interface Place {
  readonly root: SyntaxNode;
  readonly offset: number;
  readonly room: number;
}

function parsePiece(
  source: string,
  language: CodeLanguage,
  place: Place,
): Copied & { fault: number | null; isCancelled: boolean } {
  if (loaded === null) throw new Error("the parsers are not loaded");
  const { parser, languages } = loaded;
  parser.setLanguage(languages[language]);
  let steps = 0;
  const tree = parser.parse(source, null, { progressCallback: () => ++steps > MAX_PROGRESS });
  if (tree === null) {
    parser.reset();
    return { count: 0, isWhole: false, fault: null, fullAt: null, isCancelled: true };
  }
  const cursor = tree.walk();
  const copied = copyTree(cursor, place);
  const fault = findFault(tree.rootNode);
  cursor.delete();
  tree.delete();
  return { ...copied, fault, isCancelled: false };
}

/** Where the first part stands that is not of the language, or is missing. Deeper than that, nothing is told apart. */
function findFault(root: Node): number | null {
  if (!root.hasError) return null;
  let node = root;
  for (let depth = 0; depth < MAX_DEPTH && !node.isError && !node.isMissing; depth++) {
    const inside = node.children.find((child) => child?.hasError || child?.isMissing);
    if (!inside) break;
    node = inside;
  }
  return node.startIndex;
}

/** The grammar of shells takes the square of a long pipeline: a script is read in pieces, cut where a command may begin. */
const MAX_PIECE = 8_000;
/** A quoted program of another language may be longer, and is not cut. */
const MAX_QUOTED_PIECE = 64_000;

function endOfPiece(source: string, from: number, starts: readonly number[]): number {
  if (source.length - from <= MAX_PIECE) return source.length;
  const last = starts.findLast((start) => start > from && start <= from + MAX_PIECE);
  if (last !== undefined) return last;
  const next = starts.find((start) => start > from) ?? source.length;
  return next <= from + MAX_QUOTED_PIECE ? next : from + MAX_PIECE;
}

/** Quotes, comments and here-documents as a whole, and the line ends between them. */
const SHELL_PARTS = /'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|<<-?[ \t]*(['"]?)(\w+)\1|(?<=[\s;])#[^\n]*|\n/g;

/** Where a line begins that is no part of a quoted text or a here-document. */
function commandStarts(source: string): number[] {
  const starts: number[] = [];
  const ends: string[] = [];
  SHELL_PARTS.lastIndex = 0;
  for (let part = SHELL_PARTS.exec(source); part !== null; part = SHELL_PARTS.exec(source)) {
    const [text, , word] = part;
    if (word !== undefined) ends.push(word);
    if (text !== "\n") continue;
    for (const end of ends.splice(0)) {
      const close = source.indexOf(`\n${end}\n`, SHELL_PARTS.lastIndex - 1);
      if (close >= 0) SHELL_PARTS.lastIndex = close + end.length + 2;
    }
    starts.push(SHELL_PARTS.lastIndex);
  }
  return starts;
}

/** Longer lines are broken before they are parsed: a fault in such a source may be none of its own. */
export const MAX_LINE = 1_500;
const LONG_LINE = /[^\n]{1500}[^\n; ]{0,1500}[; ]|[^\n]{2999}[(|,]/g;

/**
 * The same length, with line ends in very long lines: what is broken costs the parser the square of its line. A statement
 * ends at a line end as at a semicolon.
 */
function breakLines(text: string): string {
  if (!hasLongLine(text, MAX_LINE)) return text;
  return text.replace(LONG_LINE, (line) => `${line.slice(0, -1)}\n`);
}

const emptyNode = (end: number): SyntaxNode => ({
  type: "source",
  field: null,
  isNamed: true,
  start: 0,
  end,
  children: [],
  parent: null,
});

interface Copied {
  readonly count: number;
  readonly isWhole: boolean;
  /** Where there was no room for more; null where there was. */
  readonly fullAt: number | null;
}

/** Without punctuation, but with operators and keywords, which are nodes without a name. */
function copyTree(cursor: TreeCursor, { root, offset, room }: Place): Copied {
  let parent = root;
  let depth = 1;
  let count = 0;
  let isWhole = true;
  if (!cursor.gotoFirstChild()) return { count, isWhole, fullAt: null };
  for (;;) {
    const isSkipped = PUNCTUATION.has(cursor.nodeType);
    const node = isSkipped ? null : readNode(cursor, parent, offset);
    if (node !== null) {
      parent.children.push(node);
      count++;
    }
    if (count > room) return { count, isWhole, fullAt: offset + cursor.startIndex };
    if (node !== null && depth >= MAX_DEPTH) isWhole = false;
    else if (node?.isNamed === true && cursor.gotoFirstChild()) {
      parent = node;
      depth++;
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      cursor.gotoParent();
      depth--;
      if (depth === 0 || parent.parent === null) return { count, isWhole, fullAt: null };
      parent = parent.parent;
    }
  }
}

const PUNCTUATION: ReadonlySet<string> = new Set([
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ",",
  ";",
  '"',
  "'",
  ":",
  "\n",
]);

function readNode(cursor: TreeCursor, parent: SyntaxNode, offset: number): SyntaxNode {
  return {
    type: cursor.nodeType,
    field: cursor.currentFieldName,
    isNamed: cursor.nodeIsNamed,
    start: cursor.startIndex + offset,
    end: cursor.endIndex + offset,
    children: [],
    parent,
  };
}

/** The child in a role. */
export function childIn(node: SyntaxNode, field: string): SyntaxNode | null {
  return node.children.find((child) => child.field === field) ?? null;
}

/** Children that are no operators or keywords. */
export function namedChildren(node: SyntaxNode): SyntaxNode[] {
  return node.children.filter(({ isNamed, type }) => isNamed && type !== "comment");
}

/** Every node, parents first, in the order of the source. */
export function* walkTree(root: SyntaxNode): Generator<SyntaxNode> {
  const stack = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    for (let at = node.children.length - 1; at >= 0; at--) stack.push(node.children[at]!);
  }
}
