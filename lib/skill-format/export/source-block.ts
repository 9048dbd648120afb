import { decodeRaw } from "../document/decode-raw";
import { isFence } from "../document/split-fences";
import { splitLines } from "../document/split-lines";
import { readYaml } from "../yaml/read-yaml";
import { EMPTY_MAP, type MapNode, type YamlNode } from "../yaml/node";

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

export interface TakenApart {
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
export function endOf(line: string | undefined): string {
  return /[\r\n]+$/.exec(line ?? "")?.[0] ?? "";
}

/**
 * Cuts a block into its top-level keys, comments with the key below them. No pieces when it is not written one key a
 * line, in brackets for example.
 */
export function takeApart({ lines, root }: SourceBlock): TakenApart {
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
