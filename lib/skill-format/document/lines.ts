/** Lines with their ends, as the reader counts them: `\n`, `\r\n` or a lone `\r`. */
export function splitLines(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

/** Gives the line of an offset, by binary search over the line starts; `firstLine` is the line the text begins on. */
export function lineCounter(text: string, firstLine = 1): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return firstLine + low;
  };
}

/** The front matter block and the body of a document, or what is wrong with the fence lines. */
type FencedDocument =
  | { state: "fenced"; block: string; body: string; bodyLine: number }
  | { state: "missing" }
  | { state: "unclosed" };

/** Exactly three hyphens, trailing blanks allowed; nothing else is a fence (docs/dialects/differences.md). */
const FENCE = /^---[ \t]*$/;

/** True for a fence line, with or without its line end. */
export function isFence(line: string): boolean {
  return FENCE.test(line.replace(/[\r\n]+$/, ""));
}

/**
 * Splits at the fence lines: the first line, and the next one of the same form, at the end of the file too.
 * Longer runs, indented ones and a `---` inside a line are text.
 */
export function splitFences(text: string): FencedDocument {
  const firstEnd = lineEnd(text, 0);
  if (!FENCE.test(text.slice(0, firstEnd))) return { state: "missing" };
  let line = 2;
  for (let start = firstEnd + 1; start < text.length; line += 1) {
    const end = lineEnd(text, start);
    // a cheap look first: most lines are no fence
    if (text.startsWith("---", start) && FENCE.test(text.slice(start, end))) {
      return {
        state: "fenced",
        block: text.slice(firstEnd + 1, start),
        body: text.slice(end + 1),
        bodyLine: line + 1,
      };
    }
    start = end + 1;
  }
  return { state: "unclosed" };
}

/**
 * Splits as the reference implementation of Agent Skills does: the text begins with `---`, and the next `---` ends
 * the block wherever it stands, inside a line too.
 */
export function splitAtHyphens(text: string): FencedDocument {
  if (!text.startsWith("---")) return { state: "missing" };
  const end = text.indexOf("---", 3);
  if (end === -1) return { state: "unclosed" };
  const bodyLine = text.slice(0, end).split("\n").length;
  return { state: "fenced", block: text.slice(3, end), body: text.slice(end + 3), bodyLine };
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end;
}
