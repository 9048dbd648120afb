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

export interface BodyOutline {
  headings: Heading[];
  /** Lines outside fenced code, where Markdown means what it says. */
  prose: BodyLine[];
  /** The body ends inside fenced code that nothing closes. */
  endsInFence: boolean;
}

const FENCE_START = /^ {0,3}(`{3,}|~{3,})/;

/** Headings and prose of a Markdown body; what stands in fenced code is neither. */
export function outlineBody(body: string, firstLine: number): BodyOutline {
  const outline: BodyOutline = { headings: [], prose: [], endsInFence: false };
  let fence: string | null = null;
  let line = firstLine - 1;
  for (const text of body.split("\n")) {
    line += 1;
    const marker = readMarker(text);
    if (fence !== null) {
      if (marker !== undefined && closes(text, marker, fence)) fence = null;
    } else if (marker === undefined) {
      addProse(outline, text, line);
    } else {
      fence = marker;
    }
  }
  outline.endsInFence = fence !== null;
  return outline;
}

/** The backticks or tildes a line begins a fence with; with a further backtick in the line they are inline code. */
function readMarker(text: string): string | undefined {
  const start = FENCE_START.exec(text);
  const marker = start?.[1];
  const inline = marker?.startsWith("`") === true && text.slice(start?.[0].length).includes("`");
  return inline ? undefined : marker;
}

function closes(text: string, marker: string, fence: string): boolean {
  return marker[0] === fence[0] && marker.length >= fence.length && text.trim() === marker;
}

function addProse(outline: BodyOutline, text: string, line: number): void {
  // a line below a heading underlines nothing
  const above = outline.headings.at(-1)?.line === line - 1 ? undefined : outline.prose.at(-1);
  const heading = readHeading(text, line) ?? readUnderlined(above, text, line);
  if (heading !== null) outline.headings.push(heading);
  outline.prose.push({ text, line });
}

function readHeading(text: string, line: number): Heading | null {
  const hashes = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(text);
  if (hashes?.[1] === undefined) return null;
  const title = text.slice(hashes[0].length).trim();
  return { level: hashes[1].length, text: stripClosingHashes(title), line };
}

/** `Title` with a line of `=` below it. */
function readUnderlined(previous: BodyLine | undefined, text: string, line: number): Heading | null {
  if (!/^ {0,3}=+[ \t]*$/.test(text) || previous === undefined || previous.line !== line - 1) return null;
  const title = previous.text.trim();
  return title === "" ? null : { level: 1, text: title, line: previous.line };
}

function stripClosingHashes(title: string): string {
  let end = title.length;
  while (end > 0 && title[end - 1] === "#") end -= 1;
  return end > 0 && !/\s/.test(title[end - 1] ?? "") ? title : title.slice(0, end).trim();
}
