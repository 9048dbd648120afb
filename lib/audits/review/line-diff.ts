import { diffArrays } from "diff";

/** What becomes of each piece of a text on the way to another one. */
type EditKind = "same" | "added" | "removed";

/** One line of a diff: of the old text, of the new one, or of both. Numbers count from 1. */
export interface DiffLine {
  kind: EditKind;
  old: number | null;
  next: number | null;
  text: string;
}

export interface Hunk {
  lines: DiffLine[];
  /** The nearest line above that opens a section (a function, a heading), when it is not shown itself. */
  section: string | null;
  /** Unchanged lines left out before it; `from` names the gap to whoever wants to see it. */
  gap: Gap | null;
}

export interface Gap {
  /** Place of its first line in the diff. */
  from: number;
  lines: number;
}

/** The gaps a reader has opened, by `from`, or all of them. */
export type OpenGaps = ReadonlySet<number> | "all";

/** Above so many different lines the whole text is shown as replaced: the reader gains nothing from the search. */
export const MAX_EDITS = 1_500;
const CONTEXT_LINES = 3;
const MAX_SECTION_CHARACTERS = 60;
const MAX_LINES_TO_SECTION = 400;
const OPENS_SECTION =
  /^(?:#{1,6} |(?:export |async |public |static )*(?:def|class|function|func|fn|const|type|interface) |[\w-]+\(\) \{)/;

/** The shortest list of lines added and removed from one text to another; the whole as replaced where it is long. */
export function diffLines(before: string, after: string, maxEdits = MAX_EDITS): DiffLine[] {
  let [i, j] = [0, 0];
  return editsOf(splitLines(before), splitLines(after), maxEdits).map(({ kind, text }) => ({
    kind,
    old: kind === "added" ? null : ++i,
    next: kind === "removed" ? null : ++j,
    text,
  }));
}

interface Edit {
  kind: EditKind;
  text: string;
}

/**
 * What becomes of each piece from one list to another. Anybody may ask for a diff, so the search is given up after
 * `maxEdits` different pieces, and the whole is given as replaced.
 */
export function editsOf(old: readonly string[], next: readonly string[], maxEdits: number): Edit[] {
  const to = (kind: EditKind) => (text: string) => ({ kind, text });
  const changes = diffArrays([...old], [...next], { maxEditLength: maxEdits });
  if (!changes) return [...old.map(to("removed")), ...next.map(to("added"))];
  return changes.flatMap(({ added, removed, value }) =>
    value.map(to(added ? "added" : removed ? "removed" : "same")),
  );
}

/**
 * The parts of a diff around its changes and around the given lines of the new text, and what `open` asks for besides;
 * `after` is what is left out at the end.
 */
export function toHunks(
  lines: readonly DiffLine[],
  { marked = new Set(), open = new Set() }: { marked?: ReadonlySet<number>; open?: OpenGaps } = {},
): { hunks: Hunk[]; after: Gap | null } {
  const shown = showAround(lines, marked);
  for (const gap of gapsOf(lines, shown)) {
    if (open !== "all" && !open.has(gap.from)) continue;
    for (let index = gap.from; index < gap.from + gap.lines; index++) shown.add(index);
  }
  const hunks: Hunk[] = [];
  let gap: Gap | null = null;
  let current: Hunk | null = null;
  lines.forEach((line, index) => {
    if (shown.has(index)) {
      if (current) current.lines.push(line);
      else hunks.push((current = { lines: [line], section: sectionAbove(lines, index), gap }));
      gap = null;
    } else {
      current = null;
      gap = gap ? { ...gap, lines: gap.lines + 1 } : { from: index, lines: 1 };
    }
  });
  return { hunks, after: gap };
}

function showAround(lines: readonly DiffLine[], marked: ReadonlySet<number>): Set<number> {
  const shown = new Set<number>();
  lines.forEach((line, index) => {
    if (line.kind === "same" && !(line.next !== null && marked.has(line.next))) return;
    for (let near = index - CONTEXT_LINES; near <= index + CONTEXT_LINES; near++) shown.add(near);
  });
  return shown;
}

function gapsOf(lines: readonly DiffLine[], shown: ReadonlySet<number>): Gap[] {
  const gaps: Gap[] = [];
  lines.forEach((_, index) => {
    if (shown.has(index)) return;
    const last = gaps.at(-1);
    if (last && last.from + last.lines === index) last.lines++;
    else gaps.push({ from: index, lines: 1 });
  });
  return gaps;
}

function sectionAbove(lines: readonly DiffLine[], index: number): string | null {
  if (OPENS_SECTION.test(lines[index]?.text ?? "")) return null;
  for (let above = index - 1; above >= Math.max(0, index - MAX_LINES_TO_SECTION); above--) {
    const line = lines[above];
    if (line && line.kind !== "removed" && OPENS_SECTION.test(line.text)) {
      return line.text.trim().slice(0, MAX_SECTION_CHARACTERS);
    }
  }
  return null;
}

export function countChanges(lines: readonly DiffLine[]): { added: number; removed: number } {
  const count = (kind: DiffLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  return { added: count("added"), removed: count("removed") };
}

function splitLines(text: string): string[] {
  if (text === "") return [];
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}
