/** One line of a diff: of the old text, of the new one, or of both. Numbers count from 1. */
export interface DiffLine {
  kind: "same" | "added" | "removed";
  old: number | null;
  next: number | null;
  text: string;
}

export interface Hunk {
  lines: DiffLine[];
}

/** Above so many different lines the whole text is shown as replaced: the reader gains nothing from the search. */
const MAX_EDITS = 1_500;
const CONTEXT_LINES = 3;

/** The shortest list of lines added and removed from one text to another (Myers, O(ND)). */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, next] = [splitLines(before), splitLines(after)];
  let start = 0;
  while (start < old.length && start < next.length && old[start] === next[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < next.length - start &&
    old[old.length - 1 - end] === next[next.length - 1 - end]
  )
    end++;
  const middle = editScript(old.slice(start, old.length - end), next.slice(start, next.length - end));
  const kinds: DiffLine["kind"][] = [
    ...Array<"same">(start).fill("same"),
    ...middle,
    ...Array<"same">(end).fill("same"),
  ];
  let [i, j] = [0, 0];
  return kinds.map((kind) => {
    const text = (kind === "removed" ? old[i] : next[j]) ?? "";
    const line = {
      kind,
      old: kind === "added" ? null : i + 1,
      next: kind === "removed" ? null : j + 1,
      text,
    };
    if (kind !== "added") i++;
    if (kind !== "removed") j++;
    return line;
  });
}

/** The parts of a diff around its changes, and around the given lines of the new text. */
export function toHunks(lines: readonly DiffLine[], marked: ReadonlySet<number> = new Set()): Hunk[] {
  const shown = new Set<number>();
  lines.forEach((line, index) => {
    if (line.kind === "same" && !(line.next !== null && marked.has(line.next))) return;
    for (let near = index - CONTEXT_LINES; near <= index + CONTEXT_LINES; near++) shown.add(near);
  });
  const hunks: Hunk[] = [];
  let open: Hunk | null = null;
  lines.forEach((line, index) => {
    if (!shown.has(index)) open = null;
    else if (open) open.lines.push(line);
    else hunks.push((open = { lines: [line] }));
  });
  return hunks;
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

function editScript(old: readonly string[], next: readonly string[]): DiffLine["kind"][] {
  const replaced = (): DiffLine["kind"][] => [
    ...Array<"removed">(old.length).fill("removed"),
    ...Array<"added">(next.length).fill("added"),
  ];
  if (old.length === 0 || next.length === 0) return replaced();
  const furthest = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let edits = 0; edits <= Math.min(old.length + next.length, MAX_EDITS); edits++) {
    trace.push(new Map(furthest));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = stepsDown(furthest, diagonal, edits)
        ? (furthest.get(diagonal + 1) ?? 0)
        : (furthest.get(diagonal - 1) ?? 0) + 1;
      while (x < old.length && x - diagonal < next.length && old[x] === next[x - diagonal]) x++;
      furthest.set(diagonal, x);
      if (x >= old.length && x - diagonal >= next.length) return walkBack(trace, old.length, next.length);
    }
  }
  return replaced();
}

function stepsDown(furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  const [left, right] = [furthest.get(diagonal - 1) ?? -1, furthest.get(diagonal + 1) ?? -1];
  return diagonal === -edits || (diagonal !== edits && left < right);
}

function walkBack(
  trace: readonly Map<number, number>[],
  oldLength: number,
  nextLength: number,
): DiffLine["kind"][] {
  const script: DiffLine["kind"][] = [];
  let [x, y] = [oldLength, nextLength];
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const furthest = trace[edits] ?? new Map<number, number>();
    const diagonal = x - y;
    const down = stepsDown(furthest, diagonal, edits);
    const from = down ? diagonal + 1 : diagonal - 1;
    const fromX = furthest.get(from) ?? 0;
    const startX = edits === 0 ? 0 : fromX + (down ? 0 : 1);
    for (; x > startX; x--, y--) script.push("same");
    if (edits === 0) break;
    script.push(down ? "added" : "removed");
    [x, y] = [fromX, fromX - from];
  }
  return script.reverse();
}
