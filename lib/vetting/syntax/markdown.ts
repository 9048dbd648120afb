import { fromMarkdown } from "mdast-util-from-markdown";
import { hasLongLine } from "./long-lines";

type Root = ReturnType<typeof fromMarkdown>;
type Nodes = Root | Root["children"][number];

export interface Span {
  readonly text: string;
  readonly start: number;
}

export interface CodeBlock extends Span {
  /** First word of the info string, lower case. */
  readonly language: string;
  /** The prose before it, which may warn of it. */
  readonly lead: string;
}

/** What a Markdown source shows, and what it hides from a reader but not from an agent. */
export interface MarkdownParts {
  readonly blocks: readonly CodeBlock[];
  readonly inlineCode: readonly CodeBlock[];
  /** Paragraphs, headings and cells, as they are written. */
  readonly prose: readonly Span[];
  /** HTML comments, link definitions, hidden elements and attributes. */
  readonly hidden: readonly Span[];
  /** The block at the top, between two lines of dashes. */
  readonly front: Span;
  /** Up to here it was read. */
  readonly readTo: number;
}

/** Nobody writes longer ones by hand; what lies beyond is read as a document of its own. */
const MAX_DOCUMENT = 200_000;
const MAX_LINE = 20_000;
/** Of a text with such lines so much is read at once. */
const MAX_LINES = 4 * MAX_LINE;
const FRONT = /^\ufeff?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const MAX_LEAD = 600;

export function readMarkdown(text: string): MarkdownParts {
  const matched = FRONT.exec(text.slice(0, 40_000));
  const front = { text: matched?.[1] ?? "", start: matched === null ? 0 : matched[0].indexOf("\n") + 1 };
  const source = (matched === null ? text : blank(matched[0]) + text.slice(matched[0].length)).slice(
    0,
    text.length <= MAX_DOCUMENT ? text.length : text.lastIndexOf("\n", MAX_DOCUMENT - 1) + 1 || MAX_DOCUMENT,
  );
  const isLong = hasLongLine(source, MAX_LINE);
  const parts = isLong ? readLines(source) : new MarkdownReader(source).read();
  return { ...parts, front, readTo: isLong ? Math.min(source.length, MAX_LINES) : source.length };
}

const blank = (text: string) => text.replace(/[^\n]/g, " ");

type Parts = Pick<MarkdownParts, "blocks" | "inlineCode" | "prose" | "hidden">;

/** A text whose lines are longer than anybody writes: fences and lines, nothing finer. */
function readLines(source: string): Parts {
  const prose = [{ text: source.slice(0, MAX_LINES), start: 0 }];
  return { blocks: [], inlineCode: [], prose, hidden: [] };
}

const COMMENT = /<!--([^]*?)(?:-->|$)/g;
const HIDING_STYLE =
  /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0\d*)?[;"'\s]|color\s*:\s*transparent|(?:left|top|text-indent)\s*:\s*-\d{3,}|font-size\s*[:=]\s*["']?[01](?:px|pt)?\b(?!\.)/i;
const SAME_COLOUR = /\bcolor\s*:\s*([#\w]{3,9})\b[^<>]{0,100}background(?:-color)?\s*:\s*\1\b/i;
const WHITE = /\bcolor\s*[:=]\s*["']?(?:white|#fff(?:fff)?)\b/i;
const HIDDEN_ATTRIBUTE = /\sdata-[\w-]{1,30}\s*=\s*"([^"\n]{20,4000})"/;
const OPEN_TAG = /^<\w{1,20}\b[^<>]{0,600}>/;

const isHiding = (tag: string) =>
  HIDING_STYLE.test(tag) ||
  SAME_COLOUR.test(tag) ||
  WHITE.test(tag) ||
  /<\w+\s[^<>]{0,200}\bhidden\b/i.test(tag);

/** Bold letters and entities make half of the events of a document, and nobody asks for them here. */
const WITHOUT_LOOKS = { disable: { null: ["attention", "characterReference", "hardBreakEscape"] } };

class MarkdownReader {
  readonly #blocks: CodeBlock[] = [];
  readonly #inline: CodeBlock[] = [];
  readonly #prose: Span[] = [];
  readonly #hidden: Span[] = [];
  #lead = "";

  constructor(readonly source: string) {}

  read(): Parts {
    const root = fromMarkdown(this.source, { extensions: [WITHOUT_LOOKS] });
    this.#visit(root, 0);
    this.#elements(root.children);
    return { blocks: this.#blocks, inlineCode: this.#inline, prose: this.#prose, hidden: this.#hidden };
  }

  #visit(node: Nodes, depth: number): void {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? 0;
    if (node.type === "code") this.#block(node, start, end);
    else if (node.type === "inlineCode") {
      const at = start + this.source.slice(start, end).indexOf(node.value.slice(0, 20));
      this.#inline.push({ text: node.value, start: Math.max(start, at), language: "", lead: this.#lead });
    } else if (node.type === "html") this.#html(node.value, start);
    else if (node.type === "definition") {
      if ((node.title ?? "") !== "") this.#hidden.push({ text: node.title ?? "", start });
    } else if ((node.type === "link" || node.type === "image") && (node.title ?? "").length > 9)
      this.#hidden.push({ text: node.title ?? "", start });
    if (node.type === "paragraph" || node.type === "heading") {
      const text = this.source.slice(start, end);
      this.#prose.push({ text, start });
      this.#lead = `${node.type === "heading" ? "" : this.#lead.slice(-MAX_LEAD)}\n${text}`.slice(-MAX_LEAD);
      this.#elements(node.children);
    }
    if ("children" in node && depth < 60) for (const child of node.children) this.#visit(child, depth + 1);
  }

  #block(
    node: { value: string; lang?: string | null | undefined; meta?: string | null | undefined },
    start: number,
    end: number,
  ): void {
    const written = this.source.slice(start, end);
    const at = written.startsWith("`") || written.startsWith("~") ? written.indexOf("\n") + 1 : 0;
    const language = (node.lang ?? "").toLowerCase().replace(/^\{?\.?|[{,}].*$/g, "");
    this.#blocks.push({ text: node.value, start: start + at, language, lead: this.#lead });
  }

  #html(value: string, start: number): void {
    for (const match of value.matchAll(COMMENT))
      this.#hidden.push({ text: match[1] ?? "", start: start + match.index + 4 });
    const rest = value.replace(COMMENT, blank);
    for (const match of rest.matchAll(/<\w{1,20}\b[^<>]{0,600}>([^<]{0,4000})/g)) {
      const text = match[1] ?? "";
      const attribute = HIDDEN_ATTRIBUTE.exec(match[0])?.[1];
      if (isHiding(match[0].slice(0, match[0].length - text.length)) && text.trim() !== "")
        this.#hidden.push({ text, start: start + match.index + match[0].length - text.length });
      else if (text.trim() !== "") this.#prose.push({ text, start: start + match.index });
      if (attribute !== undefined) this.#hidden.push({ text: attribute, start: start + match.index });
    }
    if (/^[^<]/.test(rest.trim())) this.#prose.push({ text: rest, start });
  }

  /** `<span style="display:none">text</span>` in a paragraph: the tags are nodes, and the text between them others. */
  #elements(children: readonly Nodes[]): void {
    for (const [at, child] of children.entries()) {
      if (
        child.type !== "html" ||
        !OPEN_TAG.test(child.value) ||
        child.value.includes("</") ||
        !isHiding(child.value)
      )
        continue;
      const next = children.slice(at + 1);
      const close = next.findIndex((each) => each.type === "html" && each.value.startsWith("</"));
      const from = child.position?.end.offset ?? 0;
      const to =
        (close === -1 ? next.at(-1)?.position?.end.offset : next[close]?.position?.start.offset) ?? from;
      this.#hidden.push({ text: this.source.slice(from, to), start: from });
    }
  }
}
