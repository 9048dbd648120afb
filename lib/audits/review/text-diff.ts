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
function editsOf(old: readonly string[], next: readonly string[], maxEdits: number): Edit[] {
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

/** A stretch of a line; `changed` when the other version of the line does not have it. */
export interface LinePart {
  text: string;
  changed: boolean;
}

/** Longer lines are read whole: marks in them would cost more than they show. */
const MAX_LINE_CHARACTERS = 2_000;
const MAX_WORD_EDITS = 80;
/**
 * How far below its place the new version of a line is looked for, and how alike both must be (share of
 * characters kept).
 */
const WINDOW_LINES = 6;
const LEAST_ALIKE = 0.4;
const MAX_LINES = 4_000;
/** Comparisons of whole lines for one file; the rest of a longer change goes without marks. */
const MAX_COMPARISONS = 400;
const WORDS = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}\s_]/gu;

/**
 * Which parts of changed lines are new or gone, by line: each removed line is compared with the added line after it
 * that is most alike. Lines without such a counterpart are not in the answer.
 */
export function markWords(lines: readonly DiffLine[]): Map<DiffLine, LinePart[]> {
  const marks = new Map<DiffLine, LinePart[]>();
  const budget = { comparisons: MAX_COMPARISONS };
  for (const { removed, added } of changesOf(lines.slice(0, MAX_LINES))) {
    let from = 0;
    for (const old of removed) {
      const pair = findPair(old, added.slice(from, from + WINDOW_LINES), budget);
      if (!pair) continue;
      from += pair.place + 1;
      marks.set(old, pair.before);
      marks.set(pair.line, pair.after);
    }
  }
  return marks;
}

interface Change {
  removed: DiffLine[];
  added: DiffLine[];
}

function changesOf(lines: readonly DiffLine[]): Change[] {
  const changes: Change[] = [];
  let current: Change | null = null;
  for (const line of lines) {
    if (line.kind === "same") current = null;
    else {
      if (!current) changes.push((current = { removed: [], added: [] }));
      current[line.kind].push(line);
    }
  }
  return changes;
}

function findPair(old: DiffLine, candidates: readonly DiffLine[], budget: { comparisons: number }) {
  let best: { place: number; line: DiffLine; before: LinePart[]; after: LinePart[]; alike: number } | null =
    null;
  for (const [place, line] of candidates.entries()) {
    if (budget.comparisons === 0) return best;
    const [before, after] = [wordsOf(old), wordsOf(line)];
    if (before === null || after === null || !mayBeAlike(before, after)) continue;
    budget.comparisons--;
    const compared = compareWords(before, after);
    if (compared.alike >= LEAST_ALIKE && compared.alike > (best?.alike ?? 0)) {
      best = { place, line, ...compared };
    }
  }
  return best;
}

const wordsOf = ({ text }: DiffLine): string[] | null =>
  text.length > MAX_LINE_CHARACTERS ? null : (text.match(WORDS) ?? []);

const lengthOf = (words: readonly string[]) => words.reduce((sum, word) => sum + word.trim().length, 0);

/** Cheap test first: lines that do not even hold enough of the same words, in whatever order. */
function mayBeAlike(before: readonly string[], after: readonly string[]): boolean {
  const known = new Set(before);
  const common = lengthOf(after.filter((word) => known.has(word)));
  return common > 0 && common >= LEAST_ALIKE * Math.max(lengthOf(before), lengthOf(after));
}

function compareWords(old: readonly string[], next: readonly string[]) {
  const parts = { before: [] as LinePart[], after: [] as LinePart[] };
  let kept = 0;
  for (const { kind, text } of editsOf(old, next, MAX_WORD_EDITS)) {
    if (kind !== "added") add(parts.before, text, kind !== "same");
    if (kind !== "removed") add(parts.after, text, kind !== "same");
    if (kind === "same") kept += text.trim().length;
  }
  return { ...parts, alike: kept / Math.max(1, lengthOf(old), lengthOf(next)) };
}

function add(parts: LinePart[], text: string, changed: boolean): void {
  const last = parts.at(-1);
  if (last?.changed === changed) last.text += text;
  else parts.push({ text, changed });
}
