import { readCoreScalar } from "./core-scalar";
import type { YamlNode } from "./node";

/** A plain scalar inside brackets, without anything that could be an indicator. */
const PLAIN =
  /[A-Za-z0-9_./\u00c0-\u1fff\u3400-\u9fff\uac00-\ud7a3](?:[A-Za-z0-9_.+*/()~<>=\u00c0-\u1fff\u3400-\u9fff\uac00-\ud7a3-]| (?=[A-Za-z0-9_]))*/y;
const QUOTED = /"([^"\\]*)"|'([^']*)'/y;
const DEPTH_MAX = 8;

/** Reads the simple lists and mappings in brackets of one line; anything else is left to the full reader. */
export class FlowReader {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly line: number,
  ) {}

  /** The value of the whole text, or null. */
  read(): YamlNode | null {
    const node = this.value();
    return node !== null && this.at === this.text.length ? node : null;
  }

  private value(): YamlNode | null {
    const first = this.text[this.at];
    if (first !== "[" && first !== "{") return this.scalar();
    this.depth += 1;
    if (this.depth > DEPTH_MAX) return null;
    const node = first === "[" ? this.list() : this.map();
    this.depth -= 1;
    return node;
  }

  private list(): YamlNode | null {
    const items: YamlNode[] = [];
    this.at += 1;
    this.blanks();
    while (this.text[this.at] !== "]") {
      const item = this.value();
      if (item === null || !this.separated("]")) return null;
      items.push(item);
    }
    this.at += 1;
    return { kind: "list", items, line: this.line, style: "flow" };
  }

  private map(): YamlNode | null {
    const entries = new Map<string, YamlNode>();
    this.at += 1;
    this.blanks();
    while (this.text[this.at] !== "}") {
      const key = this.match(PLAIN)?.[0];
      if (key === undefined || entries.has(key) || !this.text.startsWith(": ", this.at)) return null;
      this.at += 2;
      this.blanks();
      const value = this.value();
      if (value === null || !this.separated("}")) return null;
      entries.set(key, value);
    }
    this.at += 1;
    return { kind: "map", entries, line: this.line, style: "flow" };
  }

  /** A comma before the next entry, or the end bracket. */
  private separated(end: string): boolean {
    this.blanks();
    if (this.text[this.at] === end) return true;
    if (this.text[this.at] !== ",") return false;
    this.at += 1;
    this.blanks();
    return this.text[this.at] !== end;
  }

  private scalar(): YamlNode | null {
    const quoted = this.match(QUOTED);
    if (quoted !== null) {
      const source = quoted[1] ?? quoted[2] ?? "";
      return { kind: "scalar", type: "text", value: source, source, plain: false, line: this.line };
    }
    const plain = this.match(PLAIN)?.[0];
    return plain === undefined ? null : readCoreScalar(plain, this.line);
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) this.at += found[0].length;
    return found;
  }

  private blanks(): void {
    while (this.text[this.at] === " ") this.at += 1;
  }
}
