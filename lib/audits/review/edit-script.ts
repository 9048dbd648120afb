/** What becomes of each piece of a text on the way to another one. */
export type EditKind = "same" | "added" | "removed";

/** How far along the old list each diagonal came with so many edits, from diagonal `-edits - 1` on. */
type Reached = Int32Array;

/**
 * The shortest list of pieces kept, added and removed from one list to another (Myers, O(ND)); after `maxEdits`
 * different pieces the whole is given as replaced. Anybody may ask for a diff, so numbers are kept in plain arrays:
 * 1,500 edits take some ten milliseconds and nine megabytes.
 */
export function editScript(old: readonly string[], next: readonly string[], maxEdits: number): EditKind[] {
  const replaced = (): EditKind[] => [
    ...Array<"removed">(old.length).fill("removed"),
    ...Array<"added">(next.length).fill("added"),
  ];
  if (old.length === 0 || next.length === 0) return replaced();
  const most = Math.min(old.length + next.length, maxEdits);
  const middle = most + 1;
  const furthest = new Int32Array(2 * middle + 1).fill(-1);
  furthest[middle + 1] = 0;
  const trace: Reached[] = [];
  for (let edits = 0; edits <= most; edits++) {
    const reached = furthest.slice(middle - edits - 1, middle + edits + 2);
    trace.push(reached);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = stepsDown(reached, diagonal, edits)
        ? at(reached, diagonal + 1, edits)
        : at(reached, diagonal - 1, edits) + 1;
      while (x < old.length && x - diagonal < next.length && old[x] === next[x - diagonal]) x++;
      furthest[middle + diagonal] = x;
      if (x >= old.length && x - diagonal >= next.length) return walkBack(trace, old.length, next.length);
    }
  }
  return replaced();
}

const at = (reached: Reached, diagonal: number, edits: number) => reached[diagonal + edits + 1] ?? -1;

function stepsDown(reached: Reached, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && at(reached, diagonal - 1, edits) < at(reached, diagonal + 1, edits);
}

function walkBack(trace: readonly Reached[], oldLength: number, nextLength: number): EditKind[] {
  const script: EditKind[] = [];
  let [x, y] = [oldLength, nextLength];
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reached = trace[edits] ?? new Int32Array();
    const diagonal = x - y;
    const down = stepsDown(reached, diagonal, edits);
    const from = down ? diagonal + 1 : diagonal - 1;
    const fromX = at(reached, from, edits);
    const startX = edits === 0 ? 0 : fromX + (down ? 0 : 1);
    for (; x > startX; x--, y--) script.push("same");
    if (edits === 0) break;
    script.push(down ? "added" : "removed");
    [x, y] = [fromX, fromX - from];
  }
  return script.reverse();
}
