import { readPieces } from "../long-lines";

/** A regular expression, or anything else that says yes or no to a line. */
interface LinePattern {
  test(line: string): boolean;
}

/** What a line of a source brings in, and what one does with it, told by patterns. */
export interface LineQuestion<Label extends string, Deed extends string> {
  readonly sources: readonly (readonly [label: Label, pattern: LinePattern])[];
  readonly sinks: readonly (readonly [deed: Deed, pattern: LinePattern])[];
}

export interface LineFlow<Label extends string, Deed extends string> {
  readonly label: Label;
  readonly deed: Deed;
  /** Offsets of the two lines. */
  readonly from: number;
  readonly to: number;
}

const MAX_FLOWS = 20;
const PASSES = 3;
/** `x =`, `$x .=`, `my ($x) =`, `x :=`, `local x =`, `Set x =`, `x <-`. */
const ASSIGNS =
  /^\s*(?:export\s+)?(?:(?:my|our|local|let|const|var|set|dim|auto|final|string)\s+)?\(?([$@%]?[A-Za-z_][\w:]*)\b[^=<\n]{0,40}(?::=|[.+|]{0,2}=(?![=~>])|<-)\s*/i;
const NAME = /[$@%]?[A-Za-z_]\w*/g;

/**
 * Follows values through the variables of a source that no tokenizer is at hand for, line by line: coarser than
 * `traceFlow`, and in any language that assigns with `=`. A value reaches a deed where both stand in one line, or where
 * a variable carries it.
 */
export function traceLines<Label extends string, Deed extends string>(
  text: string,
  { sources, sinks }: LineQuestion<Label, Deed>,
): LineFlow<Label, Deed>[] {
  const lines = readPieces(text);
  const brought = lines.map((line) => labelOf(line.text, sources));
  if (brought.every((label) => label === null)) return [];
  const carriers = new Map<string, { label: Label; from: number }>();
  const carried = (line: string) =>
    Array.from(line.matchAll(NAME), ([name]) => carriers.get(bare(name))).find((each) => each !== undefined);
  for (let pass = 0; pass < PASSES; pass++) {
    for (const [at, line] of lines.entries()) {
      const assigned = ASSIGNS.exec(line.text);
      const target = bare(assigned?.[1] ?? "");
      if (assigned === null || target === "" || carriers.has(target)) continue;
      const label = brought[at] ?? null;
      const value =
        label === null ? carried(line.text.slice(assigned[0].length)) : { label, from: line.start };
      if (value !== undefined) carriers.set(target, value);
    }
  }
  const flows: LineFlow<Label, Deed>[] = [];
  for (const [at, line] of lines.entries()) {
    const sink = sinks.find(([, pattern]) => pattern.test(line.text));
    if (sink === undefined || flows.length >= MAX_FLOWS) continue;
    const label = brought[at] ?? null;
    const value = label === null ? carried(line.text) : { label, from: line.start };
    if (value !== undefined) flows.push({ ...value, deed: sink[0], to: line.start });
  }
  return flows;
}

const bare = (name: string) => name.replace(/^[$@%]/, "").toLowerCase();

function labelOf<Label extends string>(
  line: string,
  sources: readonly (readonly [Label, LinePattern])[],
): Label | null {
  return sources.find(([, pattern]) => pattern.test(line))?.[0] ?? null;
}
