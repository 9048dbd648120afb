import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  Parser,
  type Scalar,
} from "yaml";
import { YAML_MAX_ALIASES, YAML_MAX_CHARACTERS, YAML_MAX_DEPTH, YAML_MAX_TOKENS } from "../constants";
import { isWellFormed } from "../document/decode-source";
import { lineCounter } from "../document/lines";
import type { IssueCode } from "../issues/issue-codes";
import { explainParserError, placeOf } from "./explain-parser-error";
import type { MapNode, NodeStyle, ScalarNode, YamlNode } from "./node";

interface YamlReading {
  /** Undefined when the text cannot be read at all. */
  root?: YamlNode;
  faults: YamlFault[];
}

/**
 * Reads one YAML 1.2 core document with every bound a hostile text needs: size, tokens, depth, aliases, tags.
 * Never throws. `firstLine` is the line of the file the text begins on; 0 leaves lines out.
 */
export function readYaml(text: string, firstLine = 1): YamlReading {
  const lineAt = firstLine === 0 ? () => 0 : lineCounter(text, firstLine);
  try {
    if (text.length > YAML_MAX_CHARACTERS) {
      throw new YamlRefusal(
        `${text.length} characters of YAML; at most ${YAML_MAX_CHARACTERS} are read: move text below the front matter`,
        undefined,
      );
    }
    refuseControls(text);
    return convert(compose(tokenise(text), text), text, lineAt);
  } catch (error) {
    return { faults: [toFault(error, lineAt)] };
  }
}

/** Characters that YAML allows nowhere, in quotes neither, and that other readers refuse. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f]/;

function refuseControls(text: string): void {
  const offset = text.search(CONTROL);
  if (offset === -1) return;
  const code = (text.codePointAt(offset) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const { path } = placeOf(text, offset);
  throw new YamlRefusal(`${path || "the YAML"} holds the control character U+${code}; remove it`, offset);
}

/** Feeds the parser token by token, so that depth and length are known before any tree is walked. */
function tokenise(text: string): CST.Token[] {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    count += 1;
    if (count > YAML_MAX_TOKENS)
      throw new YamlRefusal(
        "the YAML has too many values to be read; move some of it into a file of its own",
        undefined,
      );
    for (const token of parser.next(lexeme)) tokens.push(token);
    // a mapping or list in the making is one entry of the stack; its value is pushed above it
    if (parser.stack.length > YAML_MAX_DEPTH + 2) {
      throw new YamlRefusal(`nested more than ${YAML_MAX_DEPTH} levels deep; make it flatter`, parser.offset);
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function compose(tokens: readonly CST.Token[], text: string): Document.Parsed | undefined {
  const composer = new Composer({ schema: "core", version: "1.2", uniqueKeys: false, prettyErrors: false });
  let first: Document.Parsed | undefined;
  for (const document of composer.compose(tokens, true, text.length)) {
    if (first !== undefined)
      throw new YamlRefusal(
        "more than one YAML document; remove the line --- or ... that ends the first one",
        document.range[0],
      );
    first = document;
    const problem = first.errors[0] ?? first.warnings[0];
    if (problem !== undefined) {
      const { code, message, pos } = problem;
      const explained = explainParserError({ code, message, offset: pos[0] }, text);
      throw new YamlRefusal(explained.message, explained.offset);
    }
  }
  return first;
}

function convert(
  document: Document.Parsed | undefined,
  text: string,
  lineAt: (offset: number) => number,
): YamlReading {
  if (document === undefined) return { faults: [] };
  const converter = new NodeConverter(document, text, lineAt);
  const root = converter.convert(document.contents, "");
  return {
    root,
    faults: converter.duplicates.map(({ message, offset }) =>
      fault("FRONTMATTER_DUPLICATE_KEY", message, offset, lineAt),
    ),
  };
}

function toFault(error: unknown, lineAt: (offset: number) => number): YamlFault {
  if (error instanceof YamlRefusal) {
    return fault("FRONTMATTER_INVALID_YAML", error.message, error.offset, lineAt);
  }
  // the parser's own failure on a text nobody foresaw: still a refusal, never an exception
  const message = "the YAML cannot be read; write it in a simpler form";
  return fault("FRONTMATTER_INVALID_YAML", message, undefined, lineAt);
}

function fault(
  code: YamlFault["code"],
  message: string,
  offset: number | undefined,
  lineAt: (offset: number) => number,
): YamlFault {
  const line = offset === undefined ? 0 : lineAt(offset);
  return line === 0 ? { code, message } : { code, message, line };
}

/** Why a YAML text was refused. `line` is counted in the file, like the lines of nodes. */
interface YamlFault {
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

class YamlRefusal extends Error {
  constructor(
    message: string,
    readonly offset: number | undefined,
  ) {
    super(message);
  }
}

/** Turns the parser's nodes into ours: follows aliases within bounds, refuses tags, records duplicate keys. */
class NodeConverter {
  readonly duplicates: { message: string; offset: number | undefined }[] = [];
  private aliasesFollowed = 0;
  private readonly following = new Set<Node>();
  /** Names that stand behind a `*` anywhere in the text. */
  private repeated: ReadonlySet<string> | undefined;

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
    if (isScalar(node)) {
      return {
        ...this.scalar(node, path),
        ...this.commentOf(node),
        ...this.droppedOf(node),
        ...styleOf(node),
      };
    }
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
    const read = typeof value === "boolean" || typeof value === "number" ? value : null;
    const type = read === null ? "null" : typeof read === "number" ? "number" : "boolean";
    return { kind: "scalar", type, value: read, source: node.source ?? "", plain, line };
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

  /** An anchor that is never repeated was meant as a word of the text; so was a `!` alone. */
  private droppedOf({ anchor, tag }: Scalar): { dropped?: string } {
    if (tag === "!") return { dropped: "!" };
    if (anchor === undefined) return {};
    this.repeated ??= new Set(this.text.match(/(?<=\*)[^\s*,[\]{}]+/g));
    return this.repeated.has(anchor) ? {} : { dropped: `&${anchor}` };
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
