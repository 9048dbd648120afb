/** What becomes of each piece of a text on the way to another one. */
export type EditKind = "same" | "added" | "removed";

/**
 * The shortest list of pieces kept, added and removed from one list to another (Myers, O(ND)); after `maxEdits` different
 * pieces the whole is given as replaced.
 */
export function editScript(old: readonly string[], next: readonly string[], maxEdits: number): EditKind[] {
  const replaced = (): EditKind[] => [
    ...Array<"removed">(old.length).fill("removed"),
    ...Array<"added">(next.length).fill("added"),
  ];
  if (old.length === 0 || next.length === 0) return replaced();
  const furthest = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let edits = 0; edits <= Math.min(old.length + next.length, maxEdits); edits++) {
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

function walkBack(trace: readonly Map<number, number>[], oldLength: number, nextLength: number): EditKind[] {
  const script: EditKind[] = [];
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
