import { readCoreScalar } from "./core-scalar";
import { FlowReader } from "./flow-value";
import type { ListNode, MapNode, ScalarNode, YamlNode } from "./node";

/** Longer texts are left to the full reader, whose bounds then apply. */
const MAX_CHARACTERS = 16_000;
const DEPTH_MAX = 16;

/** Characters that mean nothing to YAML but themselves; line ends and printable ones of every script. */
const HARMLESS = /^[\n\x20-\x7e\u00a1-\u1fff\u2010-\u2027\u2030-\u205e\u3001-\ufdff\uff01-\uffef]*$/;

const BLANK = 0x20;
const HYPHEN = 0x2d;
const COLON = 0x3a;
const SHARP = 0x23;

/** By character: may begin a key, may stand in one. */
const KEY_START = 1;
const KEY_PART = 2;
const KEY_SIGNS = new Uint8Array(128);
for (const sign of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_") {
  KEY_SIGNS[sign.charCodeAt(0)] = KEY_START | KEY_PART;
}
for (const sign of "0123456789-") KEY_SIGNS[sign.charCodeAt(0)] = KEY_PART;

/** First characters a plain scalar cannot have; a hyphen it can, before a digit. */
const INDICATORS: ReadonlySet<number> = new Set(
  Array.from(" -?:,[]{}#&*!|>'\"%@`", (sign) => sign.charCodeAt(0)),
);

/**
 * Reads the simple YAML most front matters consist of: block mappings and lists, scalars on one line, `|` texts,
 * short brackets. Null for anything else, also for what is wrong: then the full reader decides. What it gives is
 * exactly what the full reader gives, at a fraction of the time.
 */
export function readSimpleYaml(text: string, firstLine: number): MapNode | null {
  if (text.length > MAX_CHARACTERS || !HARMLESS.test(text) || !text.isWellFormed()) return null;
  return new SimpleReader(text, firstLine).read();
}

/** Stands on one line at a time, the next that says something; lines are looked at in place, never copied. */
class SimpleReader {
  /** Blanks before what the line says; -1 behind the last line. */
  private indent = -1;
  /** Where what the line says begins and ends, outer blanks left out. */
  private start = 0;
  private end = 0;
  /** Number of the line, from 0. */
  private at = -1;
  /** Where the next line begins. */
  private next = 0;
  private depth = 0;
  /** An indented line such as `#general` was passed, which may have been meant to carry a text on. */
  private mayCutText = false;

  constructor(
    private readonly text: string,
    private readonly firstLine: number,
  ) {}

  read(): MapNode | null {
    this.advance();
    if (this.indent !== 0) return null;
    const map = this.map(0, this.line());
    return this.isDone() && !this.mayCutText ? map : null;
  }

  private isDone(): boolean {
    return this.indent === -1;
  }

  /** Goes to the next line that is neither empty nor a comment. */
  private advance(): void {
    const { text } = this;
    while (this.next < text.length) {
      const first = this.next;
      const lineEnd = this.takeLine();
      let start = first;
      while (text.charCodeAt(start) === BLANK) start += 1;
      if (start >= lineEnd) continue;
      if (text.charCodeAt(start) === SHARP) {
        if (start > first && text.charCodeAt(start + 1) > BLANK) this.mayCutText = true;
        continue;
      }
      let end = lineEnd;
      while (text.charCodeAt(end - 1) === BLANK) end -= 1;
      this.start = start;
      this.end = end;
      this.indent = start - first;
      return;
    }
    this.indent = -1;
  }

  /** Takes the next line whatever it holds; gives where it ends. */
  private takeLine(): number {
    const found = this.text.indexOf("\n", this.next);
    const end = found === -1 ? this.text.length : found;
    this.next = end + 1;
    this.at += 1;
    return end;
  }

  private map(indent: number, line: number): MapNode | null {
    this.depth += 1;
    if (this.depth > DEPTH_MAX) return null;
    const entries = new Map<string, YamlNode>();
    while (this.indent === indent) {
      const colon = this.keyEnd();
      if (colon === -1) return null;
      const name = this.text.slice(this.start, colon);
      if (entries.has(name)) return null;
      const value = this.value(colon + 1, true);
      if (value === null) return null;
      entries.set(name, value);
    }
    this.depth -= 1;
    return this.indent > indent ? null : { kind: "map", entries, line };
  }

  private list(indent: number, line: number): ListNode | null {
    this.depth += 1;
    if (this.depth > DEPTH_MAX) return null;
    const items: YamlNode[] = [];
    while (this.indent === indent && this.isItem()) {
      const inner = this.skipBlanks(this.start + 1);
      const isValue = this.keyEnd(inner) === -1;
      const item = isValue ? this.value(inner, false) : this.mapInItem(inner);
      if (item === null) return null;
      items.push(item);
    }
    this.depth -= 1;
    return this.indent > indent || this.isLoneHyphen() ? null : { kind: "list", items, line };
  }

  /** A mapping whose first key stands behind the hyphen of an item, which indents it. */
  private mapInItem(inner: number): MapNode | null {
    this.indent += inner - this.start;
    this.start = inner;
    return this.map(this.indent, this.line());
  }

  /** What stands behind a key or a hyphen, or on the lines below it. */
  private value(from: number, belowKey: boolean): YamlNode | null {
    const { text, end, indent } = this;
    const line = this.line();
    const start = this.skipBlanks(from);
    if (start >= end) {
      if (!belowKey) return null;
      this.advance();
      return this.block(indent, line);
    }
    const first = text[start];
    if (first === "|") return this.literal(text.slice(start, end), indent, line);
    this.advance();
    // an indented line would carry a scalar on
    if (this.indent > indent) return null;
    const written = text.slice(start, end);
    return first === "[" || first === "{" ? new FlowReader(written, line).read() : readScalar(written, line);
  }

  private block(indent: number, line: number): YamlNode | null {
    const isList = this.indent !== -1 && this.isItem();
    if (this.indent < indent || (this.indent === indent && !isList)) {
      if (this.isLoneHyphen()) return null;
      return { kind: "scalar", type: "null", value: null, source: "", plain: true, line };
    }
    return isList ? this.list(this.indent, line) : this.map(this.indent, line);
  }

  /** A `|` or `|-` text. */
  private literal(header: string, indent: number, line: number): ScalarNode | null {
    if (header !== "|" && header !== "|-") return null;
    const { text } = this;
    const first = this.next;
    let inner = 0;
    while (text.charCodeAt(first + inner) === BLANK) inner += 1;
    // a first line that is empty or ends the text, or is indented no more than the key
    if (inner <= indent || first + inner >= text.length || text[first + inner] === "\n") return null;
    const taken: string[] = [];
    while (this.next < text.length) {
      const start = this.next;
      const own = this.skipBlanks(start) - start;
      const isEmpty = start + own >= text.length || text[start + own] === "\n";
      if (own < inner && !isEmpty) {
        if (own > indent) return null;
        break;
      }
      const end = this.takeLine();
      taken.push(own < inner ? "" : text.slice(start + inner, end));
    }
    while (taken.at(-1) === "") taken.pop();
    // blanks alone on the last lines are content or not: a rare thing
    if (taken.at(-1)?.trim() === "") return null;
    this.advance();
    const source = taken.join("\n") + (header === "|" ? "\n" : "");
    return { kind: "scalar", type: "text", value: source, source, plain: false, line };
  }

  /** Where the colon behind a key stands; -1 when the line does not begin with one. */
  private keyEnd(start = this.start): number {
    const { text, end } = this;
    if (((KEY_SIGNS[text.charCodeAt(start)] ?? 0) & KEY_START) === 0) return -1;
    let at = start + 1;
    while (at < end && ((KEY_SIGNS[text.charCodeAt(at)] ?? 0) & KEY_PART) !== 0) at += 1;
    if (at >= end || text.charCodeAt(at) !== COLON) return -1;
    return at + 1 === end || text.charCodeAt(at + 1) === BLANK ? at : -1;
  }

  /** A hyphen with something behind it. */
  private isItem(): boolean {
    return (
      this.text.charCodeAt(this.start) === HYPHEN &&
      this.start + 1 < this.end &&
      this.text.charCodeAt(this.start + 1) === BLANK
    );
  }

  private isLoneHyphen(): boolean {
    return this.indent !== -1 && this.start + 1 === this.end && this.text.charCodeAt(this.start) === HYPHEN;
  }

  private skipBlanks(from: number): number {
    let at = from;
    while (this.text.charCodeAt(at) === BLANK) at += 1;
    return at;
  }

  private line(): number {
    return this.firstLine === 0 ? 0 : this.firstLine + this.at;
  }
}

function readScalar(text: string, line: number): ScalarNode | null {
  const first = text.charCodeAt(0);
  if (INDICATORS.has(first)) {
    const quote = text[0];
    if (quote === '"' || quote === "'") return readQuoted(text, quote, line);
    const next = text.charCodeAt(1);
    if (first !== HYPHEN || !(next >= 0x30 && next <= 0x39)) return null;
  }
  return endsPlain(text) ? null : readCoreScalar(text, line);
}

/** A quoted text without escapes. */
function readQuoted(text: string, quote: string, line: number): ScalarNode | null {
  const source = text.slice(1, -1);
  if (text.length < 2 || !text.endsWith(quote) || source.includes(quote) || source.includes("\\"))
    return null;
  return { kind: "scalar", type: "text", value: source, source, plain: false, line };
}

/** A colon before a blank or the end, or a blank before `#`: the text is not one plain scalar. */
function endsPlain(text: string): boolean {
  for (let at = text.indexOf(":"); at !== -1; at = text.indexOf(":", at + 1)) {
    if (at + 1 === text.length || text.charCodeAt(at + 1) === BLANK) return true;
  }
  for (let at = text.indexOf("#"); at !== -1; at = text.indexOf("#", at + 1)) {
    if (text.charCodeAt(at - 1) === BLANK) return true;
  }
  return false;
}
