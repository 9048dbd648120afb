import { isDeepStrictEqual } from "node:util";
import { decodeRaw } from "../document/decode-source";
import { isFence, splitLines } from "../document/lines";
import { EMPTY_MAP, type ListNode, type MapNode, type ScalarNode, type YamlNode } from "../yaml/node";
import { readYaml } from "../yaml/read-yaml";

/** What is to stand in the front matter of an export, key by key. */
export interface PlannedEntry {
  key: string;
  node: YamlNode;
  /** Members `node` has beyond what is written in the source, by the mapping that gets them. */
  added?: readonly AddedMembers[];
}

/** Members to write into a mapping; it is found by its key path below the entry, [] for the entry's own value. */
export interface AddedMembers {
  into: readonly string[];
  members: readonly (readonly [string, YamlNode])[];
}

const NOTHING: TakenApart = { pieces: new Map(), tail: [] };

interface ComposeOptions {
  /** SKILL.md first, then the overlays in the order they are laid on. */
  sources: readonly SourceBlock[];
  lineEnd: string;
  /** The reader of the result knows no brackets, anchors or tags. */
  isStrict: boolean;
}

/**
 * The text of a front matter that says exactly what is planned. What a source file says already is taken over as it
 * is written, comments too; the rest is written as YAML literals. The result is read back and compared: where the
 * writing of a source does not survive the cutting, everything is written anew, and what cannot be written is null.
 */
export function composeFrontMatter(
  plan: readonly PlannedEntry[],
  { sources, lineEnd, isStrict }: ComposeOptions,
): string | null {
  if (plan.length === 0) return `{}${lineEnd}`;
  const taken = sources.map(takeApart);
  const base = taken[0] ?? NOTHING;
  const floating = floatingComments(base.pieces, plan);
  const asWritten = plan.flatMap((entry) => {
    const piece = taken.findLast(({ pieces }) => pieces.has(entry.key))?.pieces.get(entry.key);
    const ownLead = piece?.lead.length === 0 ? undefined : piece?.lead;
    const lead = ownLead ?? base.pieces.get(entry.key)?.lead ?? [];
    const own = piece === undefined ? undefined : takeOver(piece, entry, { lineEnd, isStrict });
    return [...(floating.get(entry.key) ?? []), ...lead, ...(own ?? write(entry, lineEnd))];
  });
  const withComments = [...asWritten, ...tailOf(base, plan)].filter(
    (line) => !isUnsafe(line) && !(isStrict && isFenceInComment(line)),
  );
  const candidates = [withComments, plan.flatMap((entry) => write(entry, lineEnd))];
  return candidates.map(toBlock).find((text) => says(text, plan)) ?? null;
}

function write({ key, node }: PlannedEntry, lineEnd: string): string[] {
  return writeEntry(key, node).map((line) => line + lineEnd);
}

/** The lines of a key as they are written; undefined when they cannot stand in this export. */
function takeOver(
  piece: Piece,
  { node, added }: PlannedEntry,
  { lineEnd, isStrict }: Pick<ComposeOptions, "lineEnd" | "isStrict">,
): readonly string[] | undefined {
  if (!isSelfContained(node, isStrict)) return undefined;
  if (piece.own.some((line) => isUnsafe(line) || (isStrict && /---|\t/.test(line)))) return undefined;
  const own = addMembers(piece, added ?? [], lineEnd);
  return own?.map((line) => (endOf(line) === "" ? line + lineEnd : line));
}

/** Today's reference implementation ends the front matter at any three hyphens, those of a comment too. */
function isFenceInComment(line: string): boolean {
  return line.startsWith("#") && line.includes("---");
}

/** An alias needs its anchor, which may stand at another key; a strict reader takes none of the three styles. */
function isSelfContained(node: YamlNode, isStrict: boolean): boolean {
  if (node.style === "anchor" || (isStrict && node.style !== undefined)) return false;
  if (node.kind === "scalar") return true;
  const children = node.kind === "list" ? node.items : [...node.entries.values()];
  return children.every((child) => isSelfContained(child, isStrict));
}

/** Writes members below the key of a mapping, indented like those it has; undefined where that cannot be done. */
function addMembers(piece: Piece, added: readonly AddedMembers[], lineEnd: string): string[] | undefined {
  const own = [...piece.own];
  for (const { into, members } of added) {
    const map = into.reduce<YamlNode | undefined>(
      (node, key) => (node?.kind === "map" ? node.entries.get(key) : undefined),
      piece.node,
    );
    const firstChild = map?.kind === "map" ? [...map.entries.values()][0] : undefined;
    if (map?.kind !== "map" || firstChild === undefined) return undefined;
    if (firstChild.line <= map.line || members.some(([key]) => map.entries.has(key))) return undefined;
    const indent = /^ */.exec(piece.own[firstChild.line - piece.line] ?? "")?.[0] ?? "";
    const lines = members.flatMap(([key, node]) => writeEntry(key, node, indent));
    own.splice(map.line - piece.line + 1, 0, ...lines.map((line) => line + lineEnd));
  }
  return own;
}

/**
 * Comments that stand apart from a key that goes, by the next key that stays. The comment right above a key goes with
 * it: above another one it would speak of the wrong thing.
 */
function floatingComments(
  pieces: ReadonlyMap<string, Piece>,
  plan: readonly PlannedEntry[],
): Map<string, string[]> {
  const kept = new Set(plan.map(({ key }) => key));
  const floating = new Map<string, string[]>();
  let waiting: string[] = [];
  for (const [key, { lead }] of pieces) {
    if (kept.has(key)) {
      floating.set(key, waiting);
      waiting = [];
    } else {
      const apart = lead.slice(0, lead.findLastIndex((line) => line.trim() === "") + 1);
      if (apart.some((line) => line.trim() !== "")) waiting.push(...apart);
    }
  }
  return floating;
}

/** What stands below the last key; blank lines alone go with it. */
function tailOf({ pieces, tail }: TakenApart, plan: readonly PlannedEntry[]): readonly string[] {
  const last = [...pieces.keys()].at(-1);
  const stays = tail.some((line) => line.trim() !== "") || plan.some(({ key }) => key === last);
  return stays ? tail : [];
}

function toBlock(lines: readonly string[]): string {
  const start = lines.findIndex((line) => line.trim() !== "");
  return lines.slice(Math.max(start, 0)).join("");
}

function says(text: string, plan: readonly PlannedEntry[]): boolean {
  const { root, faults } = readYaml(text.replace(/\r\n?/g, "\n"));
  const planned = new Map(plan.map(({ key, node }) => [key, meaningOf(node)]));
  return faults.length === 0 && root !== undefined && isDeepStrictEqual(meaningOf(root), planned);
}

/** A front matter as it stands in a file. */
export interface SourceBlock {
  /** With their line ends. */
  lines: readonly string[];
  /** Lines of its nodes count from 1, the first of `lines`. */
  root: MapNode;
}

/** A file of front matter and body, taken apart byte for byte; no byte order mark. */
export interface SourceDocument {
  block: SourceBlock;
  body: string;
  /** Line end of the file. */
  lineEnd: string;
}

/** One top-level key as it is written. */
export interface Piece {
  node: YamlNode;
  /** Comments and blank lines above the key. */
  lead: readonly string[];
  own: readonly string[];
  /** Line of the block that `own` begins on, from 1. */
  line: number;
}

interface TakenApart {
  pieces: ReadonlyMap<string, Piece>;
  /** Comments and blank lines below the last key. */
  tail: readonly string[];
}

/** The front matter and the body of a SKILL.md or an overlay; undefined for what the reader refuses. */
export function readSourceDocument(source: string | Uint8Array | undefined): SourceDocument | undefined {
  const raw = readRaw(source) ?? "";
  // one line after the other up to the fence: the body may have millions, and none of them is looked at
  const nextLine = /[^\r\n]*(?:\r\n|\r|\n|$)/y;
  const lines: string[] = [];
  while (nextLine.lastIndex < raw.length) {
    const line = nextLine.exec(raw)?.[0] ?? "";
    if (lines.length === 0 && !isFence(line)) return undefined;
    if (lines.length > 0 && isFence(line)) {
      const body = raw.slice(nextLine.lastIndex);
      return { block: readBlock(lines.slice(1)), body, lineEnd: endOf(lines[0]) || "\n" };
    }
    lines.push(line);
  }
  return undefined;
}

/** A whole file of YAML, such as `dialects/<dialect>.yaml`; undefined for what the reader refuses. */
export function readSourceYaml(source: string | Uint8Array | undefined): SourceBlock | undefined {
  const raw = readRaw(source);
  return raw === undefined ? undefined : readBlock(splitLines(raw));
}

function readRaw(source: string | Uint8Array | undefined): string | undefined {
  return decodeRaw(source)?.replace(/^\uFEFF/, "");
}

function readBlock(lines: readonly string[]): SourceBlock {
  const { root } = readYaml(lines.map((line) => line.replace(/[\r\n]+$/, "\n")).join(""));
  return { lines, root: root?.kind === "map" ? root : EMPTY_MAP };
}

/** The line break a line ends with; "" at the end of a file. */
function endOf(line: string | undefined): string {
  return /[\r\n]+$/.exec(line ?? "")?.[0] ?? "";
}

/**
 * Cuts a block into its top-level keys, comments with the key below them. No pieces when it is not written one key a
 * line, in brackets for example.
 */
function takeApart({ lines, root }: SourceBlock): TakenApart {
  const entries = root.style === undefined ? [...root.entries] : [];
  const starts = entries.map(([, node]) => node.line);
  const isAscending = starts.every((start, index) => start > (starts[index - 1] ?? 0));
  if (!isAscending || entries.length === 0) return { pieces: new Map(), tail: [] };
  const leads = [...starts, lines.length + 1].map((start) => leadOf(lines, start));
  const pieces = new Map(
    entries.map(([key, node], index): [string, Piece] => {
      const line = node.line;
      const next = starts[index + 1] ?? lines.length + 1;
      const own = lines.slice(line - 1, next - 1 - (leads[index + 1]?.length ?? 0));
      return [key, { node, line, own, lead: leads[index] ?? [] }];
    }),
  );
  return { pieces, tail: leads.at(-1) ?? [] };
}

/** The blank lines and the comments at the margin that end right above a line. */
function leadOf(lines: readonly string[], line: number): readonly string[] {
  let start = line - 1;
  while (start > 0 && /^(?:#[^\r\n]*|[ \t]*)[\r\n]*$/.test(lines[start - 1] ?? "")) start -= 1;
  return lines.slice(start, line - 1);
}

/**
 * What a node says, to the letter: kinds, types, the source text of every scalar. How it is laid out does not count,
 * nor does the order of keys or the spelling of null.
 */
function meaningOf(node: YamlNode): unknown {
  if (node.kind === "scalar") return node.type === "null" ? null : `${node.type} ${node.source}`;
  if (node.kind === "list") return node.items.map(meaningOf);
  return new Map(Array.from(node.entries, ([key, value]) => [key, meaningOf(value)]));
}

/** A key no reader of YAML 1.1 or 1.2 takes for a number, a boolean or null. */
const PLAIN_KEY = /^(?!(?:true|false|yes|no|on|off|null|y|n)$|.*---)[A-Za-z_][A-Za-z0-9_.-]{0,200}$/i;

/** Characters that JSON leaves as they are and YAML does not print, or older readers take for line ends. */
const UNPRINTABLE = /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g;

/** Besides control characters, which nobody writes into a YAML file on purpose. */
const UNSAFE = /[^\P{Cc}\t\r\n]|[\u2028\u2029\uFEFF\uFFFE\uFFFF]/u;

/** True for a line another reader of YAML may refuse or cut in two, whatever ours makes of it. */
function isUnsafe(line: string): boolean {
  return UNSAFE.test(line);
}

/** Nothing that single quotes cannot hold as it is, nor what a careless reader takes for a fence. */
const NEEDS_ESCAPES = /[\p{Cc}\u2028\u2029\uFEFF\uFFFE\uFFFF']|---/u;

/**
 * A key and its value as block style YAML, line by line without line ends. Texts are always in quotes, so that
 * nothing in them can be read as YAML; numbers and booleans keep the text they were written with.
 */
function writeEntry(key: string, node: YamlNode, indent = ""): string[] {
  const name = `${indent}${PLAIN_KEY.test(key) ? key : quoteText(key)}:`;
  if (node.kind === "scalar") return [`${name} ${writeScalar(node)}`];
  if (isEmpty(node)) return [`${name} ${node.kind === "list" ? "[]" : "{}"}`];
  return [name, ...writeBlock(node, `${indent}  `)];
}

/**
 * A text as a quoted YAML scalar, which is the same text in every version of YAML. No three hyphens stand together in
 * it: the reference implementation of Agent Skills takes them for the end of the front matter.
 */
function quoteText(text: string): string {
  // JSON inside a text stays readable in single quotes
  if (text.includes('"') && !NEEDS_ESCAPES.test(text)) return `'${text}'`;
  const quoted = JSON.stringify(text).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return quoted.includes("---") ? quoted.replaceAll("--", "-\\x2d") : quoted;
}

function writeBlock(node: ListNode | MapNode, indent: string): string[] {
  if (node.kind === "list") return node.items.flatMap((item) => writeItem(item, indent));
  return [...node.entries].flatMap(([key, value]) => writeEntry(key, value, indent));
}

function writeItem(item: YamlNode, indent: string): string[] {
  if (item.kind === "scalar") return [`${indent}- ${writeScalar(item)}`];
  if (isEmpty(item)) return [`${indent}- ${item.kind === "list" ? "[]" : "{}"}`];
  const [first = "", ...rest] = writeBlock(item, `${indent}  `);
  return [`${indent}- ${first.slice(indent.length + 2)}`, ...rest];
}

function writeScalar(node: ScalarNode): string {
  if (node.type === "null") return "null";
  return node.type === "text" ? quoteText(node.source) : node.source;
}

function isEmpty(node: ListNode | MapNode): boolean {
  return node.kind === "list" ? node.items.length === 0 : node.entries.size === 0;
}
