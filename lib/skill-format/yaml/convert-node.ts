import { isAlias, isMap, isScalar, isSeq, type Document, type Node, type Pair, type Scalar } from "yaml";
import { YAML_MAX_ALIASES } from "../constants";
import { isWellFormed } from "../document/decode-source";
import type { IssueCode } from "../issues/issue-codes";
import type { MapNode, NodeStyle, ScalarNode, YamlNode } from "./node";

/** Why a YAML text was refused. `line` is counted in the file, like the lines of nodes. */
export interface YamlFault {
  code: Extract<IssueCode, "FRONTMATTER_INVALID_YAML" | "FRONTMATTER_DUPLICATE_KEY">;
  message: string;
  line?: number;
}

/** The tags YAML 1.2 core itself gives to values; any other names a type of some program. */
const CORE_TAGS: ReadonlySet<string> = new Set([
  "!",
  ...["str", "int", "float", "bool", "null", "map", "seq"].map((name) => `tag:yaml.org,2002:${name}`),
]);

/** On the line of a value, or on the next one, where a blank behind the sign tells that it is meant as a comment. */
const COMMENT = /[ \t]*(?:\n( +)(?=#[^\s#!=-]))?#[^\n]*/y;

export class YamlRefusal extends Error {
  constructor(
    message: string,
    readonly offset: number | undefined,
  ) {
    super(message);
  }
}

/** Turns the parser's nodes into ours: follows aliases within bounds, refuses tags, records duplicate keys. */
export class NodeConverter {
  readonly duplicates: { message: string; offset: number | undefined }[] = [];
  private aliasesFollowed = 0;
  private readonly following = new Set<Node>();

  constructor(
    private readonly document: Document.Parsed,
    private readonly text: string,
    private readonly lineAt: (offset: number) => number,
  ) {}

  convert(node: Node | null, path: string): YamlNode {
    if (node === null) return { kind: "scalar", type: "null", value: null, source: "", plain: true, line: 0 };
    if (isAlias(node)) return this.follow(node, path);
    const tag = (node as { tag?: string }).tag;
    if (tag !== undefined && !CORE_TAGS.has(tag)) {
      throw new YamlRefusal(
        `the tag ${shorten(tag)} at ${path || "the top"} is not allowed; remove it`,
        offsetOf(node),
      );
    }
    if (isScalar(node)) return { ...this.scalar(node, path), ...this.commentOf(node), ...styleOf(node) };
    if (isSeq(node)) {
      const items = node.items.map((item, index) => this.convert(item as Node | null, `${path}[${index}]`));
      return { kind: "list", items, line: this.lineOf(node), ...styleOf(node) };
    }
    if (isMap(node)) {
      return {
        ...this.map(node.items as Pair<Node, Node | null>[], path, this.lineOf(node)),
        ...styleOf(node),
      };
    }
    throw new YamlRefusal(
      `${path || "the top"} holds something that is no value; put it in quotes`,
      offsetOf(node),
    );
  }

  private follow(node: Node & { source: string }, path: string): YamlNode {
    this.aliasesFollowed += 1;
    if (this.aliasesFollowed > YAML_MAX_ALIASES) {
      throw new YamlRefusal(
        `more than ${YAML_MAX_ALIASES} aliases; write some of the values out`,
        offsetOf(node),
      );
    }
    const target = (node as unknown as { resolve(document: Document.Parsed): Node | undefined }).resolve(
      this.document,
    );
    if (target === undefined || this.following.has(target)) {
      throw new YamlRefusal(
        `${path || "the top"} begins with *${shorten(node.source)}, which repeats an anchor (&) that is not there or holds it; put the text in quotes`,
        offsetOf(node),
      );
    }
    this.following.add(target);
    const converted = this.convert(target, path);
    this.following.delete(target);
    return { ...converted, style: "anchor" };
  }

  private scalar(node: Scalar, path: string): ScalarNode {
    const { value } = node;
    const line = this.lineOf(node);
    const plain = node.type === "PLAIN" && node.tag === undefined;
    if (typeof value === "string") {
      // the text itself was checked; only an escape in double quotes can bring these in
      if (node.type === "QUOTE_DOUBLE" && (value.includes("\0") || !isWellFormed(value))) {
        throw new YamlRefusal(
          `${path} holds a character that cannot be stored, written as an escape; remove it`,
          offsetOf(node),
        );
      }
      return { kind: "scalar", type: "text", value, source: value, plain, line };
    }
    const source = node.source ?? "";
    if (typeof value === "boolean") return { kind: "scalar", type: "boolean", value, source, plain, line };
    if (typeof value === "number") return { kind: "scalar", type: "number", value, source, plain, line };
    return { kind: "scalar", type: "null", value: null, source, plain, line };
  }

  /** Behind quotes and block texts nothing can be lost to a comment. */
  private commentOf(node: Scalar): { comment?: string } {
    if (node.type !== "PLAIN" || !node.range) return {};
    const [start, end] = node.range;
    COMMENT.lastIndex = end;
    const [comment, blanks] = COMMENT.exec(this.text) ?? [];
    if (comment === undefined) return {};
    // on the next line: it stands where the text would go on
    const goesOn = blanks === undefined || (end > start && blanks.length >= this.nextIndent(start));
    return goesOn ? { comment } : {};
  }

  /** How far a line must be indented to carry the plain text that begins at an offset on. */
  private nextIndent(start: number): number {
    const before = this.text.slice(this.text.lastIndexOf("\n", start - 1) + 1, start);
    const [indent = ""] = /^ *(?:- +)*/.exec(before) ?? [];
    if (indent.length < before.length) return indent.length + 1;
    return indent.includes("-") ? indent.lastIndexOf("-") + 1 : indent.length;
  }

  private map(pairs: readonly Pair<Node, Node | null>[], path: string, line: number): MapNode {
    const entries = new Map<string, YamlNode>();
    for (const pair of pairs) {
      const keyNode = this.convert(pair.key, path);
      if (keyNode.kind !== "scalar") {
        throw new YamlRefusal(
          `${path || "a key"} begins with { or [ and is no text to YAML; put it in quotes`,
          offsetOf(pair.key),
        );
      }
      const key = keyNode.source;
      const childPath = path === "" ? key : `${path}.${key}`;
      if (entries.has(key)) {
        this.duplicates.push({
          message: `the key ${shorten(childPath)} is written twice; keep one of them`,
          offset: offsetOf(pair.key),
        });
      } else {
        entries.set(key, withLine(this.convert(pair.value, childPath), keyNode.line));
      }
    }
    return { kind: "map", entries, line };
  }

  private lineOf(node: Node): number {
    const offset = offsetOf(node);
    return offset === undefined ? 0 : this.lineAt(offset);
  }
}

function styleOf(node: Node): { style?: NodeStyle } {
  const { anchor, flow, tag } = node as { anchor?: string; flow?: boolean; tag?: string };
  if (anchor !== undefined) return { style: "anchor" };
  if (isScalar(node) && tag !== undefined) return { style: "tag" };
  return flow === true ? { style: "flow" } : {};
}

/** A value is reported where its key stands, also when it begins on the next line. */
function withLine(node: YamlNode, line: number): YamlNode {
  return line === 0 || node.line === line ? node : { ...node, line };
}

function offsetOf(node: Node): number | undefined {
  return node.range?.[0];
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
