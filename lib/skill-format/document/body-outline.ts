import { BODY_MAX_LINES } from "../constants";

export interface Heading {
  level: number;
  text: string;
  /** Line of the file. */
  line: number;
}

export interface BodyLine {
  text: string;
  line: number;
}

/** A line of fenced code. */
interface CodeLine extends BodyLine {
  /** The first word after the marker, in small letters; empty where there is none. */
  language: string;
}

export interface BodyOutline {
  headings: Heading[];
  /** Lines outside fenced code, where Markdown means what it says. */
  prose: BodyLine[];
  code: CodeLine[];
  /** The body ends inside fenced code that nothing closes. */
  endsInFence: boolean;
  /** There are more lines than are looked through; the rest is unknown. */
  isCut: boolean;
}

const FENCE_START = /^ {0,3}(`{3,}|~{3,})/;

/** Headings and prose of a Markdown body; what stands in fenced code is neither. */
export function outlineBody(body: string, firstLine: number): BodyOutline {
  const outline: BodyOutline = { headings: [], prose: [], code: [], endsInFence: false, isCut: false };
  let fence: string | null = null;
  let language = "";
  let above: BodyLine | undefined;
  let line = firstLine;
  for (let start = 0; start <= body.length; line += 1) {
    if (line - firstLine >= BODY_MAX_LINES) {
      outline.isCut = true;
      break;
    }
    const end = lineEnd(body, start);
    const text = body.slice(start, end);
    const mayMean = SIGNS.has(body.charCodeAt(firstNonBlank(body, start)));
    const marker = mayMean ? readMarker(text) : undefined;
    start = end + 1;
    if (fence !== null || marker !== undefined) {
      if (fence === null) {
        fence = marker ?? null;
        language = readLanguage(text);
      } else if (marker !== undefined && closes(text, marker, fence)) fence = null;
      else outline.code.push({ text, line, language });
      above = undefined;
      continue;
    }
    const heading = mayMean ? (readHeading(text, line) ?? readUnderlined(above, text)) : null;
    if (heading !== null) outline.headings.push(heading);
    outline.prose.push({ text, line });
    // a line below a heading or its underline underlines nothing
    above = heading === null ? { text, line } : undefined;
  }
  outline.endsInFence = fence !== null;
  return outline;
}

function lineEnd(body: string, start: number): number {
  const found = body.indexOf("\n", start);
  return found === -1 ? body.length : found;
}

/** `#`, a backtick, `~` and `=`: what a heading, its underline or a fence begins with. */
const SIGNS: ReadonlySet<number> = new Set(Array.from("#`~=", (sign) => sign.charCodeAt(0)));

function firstNonBlank(body: string, start: number): number {
  let at = start;
  while (at < start + 4 && body.charCodeAt(at) === 0x20) at += 1;
  return at;
}

/** The backticks or tildes a line begins a fence with; with a further backtick in the line they are inline code. */
function readMarker(text: string): string | undefined {
  const start = FENCE_START.exec(text);
  const marker = start?.[1];
  const inline = marker?.startsWith("`") === true && text.slice(start?.[0].length).includes("`");
  return inline ? undefined : marker;
}

function readLanguage(text: string): string {
  const word = /^ {0,3}[`~]{3,}[ \t]*\{?\.?([\w+#-]{1,40})/.exec(text)?.[1] ?? "";
  return word.toLowerCase();
}

function closes(text: string, marker: string, fence: string): boolean {
  return marker[0] === fence[0] && marker.length >= fence.length && text.trim() === marker;
}

function readHeading(text: string, line: number): Heading | null {
  const hashes = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(text);
  if (hashes?.[1] === undefined) return null;
  const title = text.slice(hashes[0].length).trim();
  return { level: hashes[1].length, text: stripClosingHashes(title), line };
}

/** `Title` with a line of `=` below it. */
function readUnderlined(previous: BodyLine | undefined, text: string): Heading | null {
  if (previous === undefined || !/^ {0,3}=+[ \t]*$/.test(text)) return null;
  const title = previous.text.trim();
  return title === "" ? null : { level: 1, text: title, line: previous.line };
}

function stripClosingHashes(title: string): string {
  let end = title.length;
  while (end > 0 && title[end - 1] === "#") end -= 1;
  return end > 0 && !/\s/.test(title[end - 1] ?? "") ? title : title.slice(0, end).trim();
}
