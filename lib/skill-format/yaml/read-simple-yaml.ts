import { readCoreScalar } from "./core-scalar";
import { FlowReader } from "./flow-value";
import type { MapNode, YamlNode } from "./node";

/** Longer texts are left to the full reader, whose bounds then apply. */
const MAX_CHARACTERS = 16_000;
const DEPTH_MAX = 16;

/** Characters that mean nothing to YAML but themselves; line ends and printable ones of every script. */
const HARMLESS = /^[\n\x20-\x7e\u00a1-\u1fff\u2010-\u2027\u2030-\u205e\u3001-\ufdff\uff01-\uffef]*$/;

const KEY = /^([A-Za-z_][A-Za-z0-9_-]*):(?: +|$)/;

/** A plain scalar on one line: begins with no indicator, holds none. */
const PLAIN_START = /^[^\s\-?:,[\]{}#&*!|>'"%@`]|^-[0-9]/;

interface Line {
  /** Without indentation and trailing blanks; never empty, never a comment. */
  text: string;
  indent: number;
  /** Position among all lines, from 0. */
  at: number;
}

/**
 * Reads the simple YAML most front matters consist of: block mappings and lists, scalars on one line, `|` texts,
 * short brackets. Null for anything else, also for what is wrong: then the full reader decides. What it gives is
 * exactly what the full reader gives, at a fraction of the time.
 */
export function readSimpleYaml(text: string, firstLine: number): MapNode | null {
  if (text.length > MAX_CHARACTERS || !HARMLESS.test(text) || !text.isWellFormed()) return null;
  return new SimpleReader(text.split("\n"), firstLine).read();
}

class SimpleReader {
  private next = 0;
  private peeked: Line | null = null;
  private depth = 0;

  constructor(
    private readonly lines: readonly string[],
    private readonly firstLine: number,
  ) {}

  read(): MapNode | null {
    const first = this.peek();
    if (first === null || first.indent !== 0 || !KEY.test(first.text)) return null;
    const map = this.map(0);
    return map !== null && this.peek() === null ? map : null;
  }

  /** The next line that says something, without taking it. */
  private peek(): Line | null {
    if (this.peeked?.at === this.next) return this.peeked;
    for (let line = this.lines[this.next]; line !== undefined; line = this.lines[this.next]) {
      const indent = indentOf(line);
      if (indent < line.length && line[indent] !== "#") {
        this.peeked = { text: line.slice(indent).trimEnd(), indent, at: this.next };
        return this.peeked;
      }
      this.next += 1;
    }
    return null;
  }

  private map(indent: number, first?: Line): MapNode | null {
    this.depth += 1;
    if (this.depth > DEPTH_MAX) return null;
    const entries = new Map<string, YamlNode>();
    let line = first ?? this.peek();
    const start = line?.at ?? 0;
    for (; line !== null && line.indent === indent; line = this.peek()) {
      const key = KEY.exec(line.text);
      const name = key?.[1];
      if (key === null || name === undefined || entries.has(name)) return null;
      this.next = line.at + 1;
      const value = this.value(line.text.slice(key[0].length), line, true);
      if (value === null) return null;
      entries.set(name, value);
    }
    this.depth -= 1;
    if (line !== null && line.indent > indent) return null;
    return { kind: "map", entries, line: this.lineOf(start) };
  }

  private list(indent: number): YamlNode | null {
    this.depth += 1;
    if (this.depth > DEPTH_MAX) return null;
    const items: YamlNode[] = [];
    let line = this.peek();
    const start = line?.at ?? 0;
    for (; line !== null && line.indent === indent && line.text.startsWith("- "); line = this.peek()) {
      const rest = line.text.slice(2);
      const inner = rest.trimStart();
      const item = KEY.test(inner)
        ? this.map(indent + 2 + rest.length - inner.length, {
            ...line,
            text: inner,
            indent: indent + 2 + rest.length - inner.length,
          })
        : this.item(inner, line);
      if (item === null) return null;
      items.push(item);
    }
    this.depth -= 1;
    if (line !== null && (line.indent > indent || line.text === "-")) return null;
    return { kind: "list", items, line: this.lineOf(start) };
  }

  private item(text: string, line: Line): YamlNode | null {
    this.next = line.at + 1;
    return text === "" ? null : this.value(text, line, false);
  }

  /** What stands behind a key or a hyphen, or on the lines below it. */
  private value(text: string, { indent, at }: Line, belowKey: boolean): YamlNode | null {
    const line = this.lineOf(at);
    if (text === "") return belowKey ? this.block(indent, line) : null;
    if (text[0] === "|") return this.literal(text, indent, line);
    const following = this.peek();
    // an indented line would carry a scalar on
    if (following !== null && following.indent > indent) return null;
    if (text[0] === "[" || text[0] === "{") return new FlowReader(text, line).read();
    return readScalar(text, line);
  }

  private block(indent: number, line: number): YamlNode | null {
    const following = this.peek();
    const isList = following?.text.startsWith("- ") === true;
    if (following === null || following.indent < indent || (following.indent === indent && !isList)) {
      if (following?.text === "-") return null;
      return { kind: "scalar", type: "null", value: null, source: "", plain: true, line };
    }
    const node = isList
      ? this.list(following.indent)
      : KEY.test(following.text)
        ? this.map(following.indent)
        : null;
    return node === null ? null : { ...node, line };
  }

  /** A `|` or `|-` text. */
  private literal(header: string, indent: number, line: number): YamlNode | null {
    if (header !== "|" && header !== "|-") return null;
    const first = this.lines[this.next];
    const inner = first === undefined ? 0 : indentOf(first);
    if (first === undefined || inner <= indent || inner === first.length) return null;
    const taken: string[] = [];
    for (let text = this.lines[this.next]; text !== undefined; text = this.lines[this.next]) {
      const own = indentOf(text);
      if (own < inner && own < text.length) {
        if (own > indent) return null;
        break;
      }
      taken.push(text.slice(inner));
      this.next += 1;
    }
    while (taken.at(-1) === "") taken.pop();
    // blanks alone on the last lines are content or not: a rare thing
    if (taken.at(-1)?.trim() === "") return null;
    const source = taken.join("\n") + (header === "|" ? "\n" : "");
    return { kind: "scalar", type: "text", value: source, source, plain: false, line };
  }

  private lineOf(at: number): number {
    return this.firstLine === 0 ? 0 : this.firstLine + at;
  }
}

function readScalar(text: string, line: number): YamlNode | null {
  const quote = text[0];
  if (quote === '"' || quote === "'") {
    const source = text.slice(1, -1);
    if (text.length < 2 || !text.endsWith(quote) || source.includes(quote) || source.includes("\\"))
      return null;
    return { kind: "scalar", type: "text", value: source, source, plain: false, line };
  }
  if (!PLAIN_START.test(text) || text.includes(": ") || text.includes(" #") || text.endsWith(":"))
    return null;
  return readCoreScalar(text, line);
}

function indentOf(line: string): number {
  let indent = 0;
  while (line.charCodeAt(indent) === 0x20) indent += 1;
  return indent;
}
