/** A fenced code block of a Markdown file. */
interface Fence {
  /** First word of the info string, lower case. */
  readonly language: string;
  readonly content: string;
  readonly start: number;
}

export interface Span {
  readonly text: string;
  readonly start: number;
}

/** What a Markdown source shows, and what it hides from a reader but not from an agent. */
export interface MarkdownParts {
  readonly fences: readonly Fence[];
  /** Lines outside fences and comments, headings and the frontmatter included. */
  readonly prose: readonly Span[];
  /** The prose alone, at its own offsets: everything else is blanks. */
  readonly visible: string;
  readonly inlineCode: readonly Span[];
  /** HTML comments, and link definitions used as comments. */
  readonly hidden: readonly Span[];
  /** The hidden text alone, at its own offsets. */
  readonly concealed: string;
}

const FENCE = /^ {0,3}(?:> ?){0,1000}\s*(`{3,}|~{3,})[ \t]*([^\s`{]*)/;
const LINK_COMMENT = /^\s*\[(?:\/\/|comment|#)\]:\s*(?:#|<>)\s*["'(](.*)["')]\s*$/i;
const INLINE_CODE = /(`{1,2})([^`\n]{1,2000})\1/g;
const HIDDEN_ELEMENT =
  /<\w{1,20}\b[^<>]{0,300}(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*[:=]\s*["']?[01](?:px|pt)?\b(?!\.)|opacity\s*:\s*0(?:\.0\d*)?[;"'\s]|\bhidden\b|\bcolor\s*:\s*transparent|(?:left|top|text-indent)\s*:\s*-\d{3,}|\bcolor\s*:\s*(?<colour>[#\w]{3,9})\b[^<>]{0,100}background(?:-color)?\s*:\s*\k<colour>\b)[^<>]{0,300}>(?<text>[^<]{0,4000})/gi;
/** Attributes of an element that no reader sees, and the title of a link that stands apart. */
const HIDDEN_ATTRIBUTE = /<\w{1,20}\b[^<>]{0,300}?\sdata-[\w-]{1,30}\s*=\s*"([^"\n]{20,4000})"/g;
const DEFINITION_TITLE =
  /^ {0,3}\[[^\]\n]{1,200}\]:\s{1,20}\S{1,500}[ \t]{1,20}["'(]([^\n]{10,2000})["')][ \t]*$/gm;
/** Shown by a browser under the pointer only. */
const LINK_TITLE = /\]\(\s*<?[^\s)<>]{0,500}>?\s+"([^"\n]{10,2000})"\s*\)/g;

export function readMarkdown(text: string): MarkdownParts {
  const hidden: Span[] = [];
  const fences: Fence[] = [];
  const prose: Span[] = [];
  let open: { mark: string; language: string; start: number; from: number } | null = null;
  let at = 0;
  let end = -1;
  while (at < text.length) {
    if (at > end) end = endOfLine(text, at);
    const line = text.slice(at, end);
    const fence = FENCE.exec(line);
    if (open !== null) {
      if (fence !== null && fence[1]?.startsWith(open.mark) === true && fence[2] === "") {
        fences.push({ language: open.language, content: text.slice(open.from, at), start: open.from });
        open = null;
      }
    } else if (fence !== null) {
      open = { mark: fence[1] ?? "```", language: (fence[2] ?? "").toLowerCase(), start: at, from: end + 1 };
    } else {
      const comment = line.indexOf("<!--");
      if (comment !== -1) {
        const close = text.indexOf("-->", at + comment);
        const stop = close === -1 ? text.length : close + 3;
        prose.push({ text: text.slice(at, at + comment), start: at });
        hidden.push({
          text: text.slice(at + comment + 4, close === -1 ? stop : close),
          start: at + comment + 4,
        });
        at = stop;
        continue;
      }
      const aside = LINK_COMMENT.exec(line)?.[1];
      if (aside === undefined && line !== "") prose.push({ text: line, start: at });
      else if (aside !== undefined) hidden.push({ text: aside, start: at });
    }
    at = end + 1;
  }
  // A block that is never closed reaches to the end of the file.
  if (open !== null)
    fences.push({ language: open.language, content: text.slice(open.from), start: open.from });
  const visible = placeSpans(prose, text.length);
  const concealed = inOrder(hidden.concat(readHiddenElements(visible)));
  return {
    fences,
    prose,
    visible,
    inlineCode: prose.flatMap(readInlineCode),
    hidden: concealed,
    concealed: placeSpans(concealed, text.length),
  };
}

/** The spans at their own offsets in a text of that length, line ends around them. */
export function placeSpans(spans: readonly Span[], length: number): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { text, start } of spans) {
    if (start > at) pieces.push("\n".repeat(start - at));
    pieces.push(text);
    at = start + text.length;
  }
  return pieces.join("").padEnd(length, "\n");
}

function readInlineCode({ text, start }: Span): Span[] {
  return Array.from(text.matchAll(INLINE_CODE), (match) => ({
    text: match[2] ?? "",
    start: start + match.index + (match[1]?.length ?? 1),
  }));
}

function readHiddenElements(visible: string): Span[] {
  const titles = [LINK_TITLE, DEFINITION_TITLE].flatMap((pattern) => findInside(visible, pattern));
  if (!visible.includes("<")) return titles;
  const elements = Array.from(visible.matchAll(HIDDEN_ELEMENT), (match) => {
    const text = match.groups?.["text"] ?? "";
    return { text, start: match.index + match[0].length - text.length };
  });
  return titles.concat(elements, findInside(visible, HIDDEN_ATTRIBUTE));
}

/** What the first group of a pattern holds, at its place. */
function findInside(text: string, pattern: RegExp): Span[] {
  return Array.from(text.matchAll(pattern), (match) => {
    const inside = match[1] ?? "";
    return { text: inside, start: match.index + match[0].lastIndexOf(inside) };
  });
}

/** By place, without what lies in another span. */
function inOrder(spans: Span[]): Span[] {
  let end = 0;
  return spans
    .sort((left, right) => left.start - right.start)
    .filter(({ text, start }) => {
      if (start < end) return false;
      end = start + text.length;
      return true;
    });
}

/** A text of another form, all of it prose. */
export function readPlainText(text: string): MarkdownParts {
  const prose = [{ text, start: 0 }];
  return { fences: [], prose, visible: text, inlineCode: [], hidden: [], concealed: "" };
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}
