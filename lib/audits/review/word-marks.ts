import { editsOf, type DiffLine } from "@/lib/audits/review/line-diff";

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
