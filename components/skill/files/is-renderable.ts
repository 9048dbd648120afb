const MAX_CHARACTERS = 100_000;
const MAX_LINES = 4_000;
const MAX_NESTING = 64;
const MAX_TABLE_CELLS = 10_000;

/** Items of all lists: a list is read in time that grows with the square of them. */
const MAX_LIST_ITEMS = 2_000;
const LIST_ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/**
 * How often what may begin something is allowed. The parser looks back from each of them, so its time
 * grows with their square: 50,000 brackets take 17 seconds, 2,000 take a tenth of one.
 */
const MAX_OF: Record<string, number> = {
  "[": 2_000,
  "<": 4_000,
  "`": 3_000,
  "*": 6_000,
  _: 6_000,
  "~": 3_000,
  "@": 1_000,
  "&": 2_000,
  // Addresses become links without any sign of Markdown.
  "www.": 1_000,
  "://": 1_000,
};

/**
 * True for Markdown that can be turned into elements within bounded time and depth. Everything else is shown as
 * source; no skill written to be read comes near these limits.
 */
export function isRenderable(markdown: string): boolean {
  if (markdown.length > MAX_CHARACTERS) return false;
  const lines = markdown.split("\n");
  const lower = markdown.toLowerCase();
  return (
    lines.length <= MAX_LINES &&
    Object.entries(MAX_OF).every(([sign, most]) => countOf(lower, sign) <= most) &&
    lines.filter((line) => LIST_ITEM.test(line)).length <= MAX_LIST_ITEMS &&
    lines.every((line) => depthOf(line) <= MAX_NESTING) &&
    tableCells(lines) <= MAX_TABLE_CELLS
  );
}

/** Upper bound of the block nesting a line can open: its quote and list markers, and its indentation by two. */
function depthOf(line: string): number {
  if (/^ {0,3}([-*_])(?:[ \t]*\1)+[ \t]*$/.test(line)) return 1;
  const start = line.slice(0, 4 * MAX_NESTING + 4);
  const markers = /^(?:[ \t]|[>*+-]|\d{1,9}[.)])*/.exec(start)?.[0] ?? "";
  const blocks = markers.match(/[>*+-]|\d[.)]/g)?.length ?? 0;
  const indent = /^[ \t]*/.exec(start)?.[0].replaceAll("\t", "    ").length ?? 0;
  return Math.max(blocks, indent / 4);
}

/** Upper bound of the cells of all tables: every row is filled up to the widest. */
function tableCells(lines: readonly string[]): number {
  const pipes = lines.map((line) => countOf(line, "|"));
  return pipes.filter((count) => count > 0).length * Math.max(0, ...pipes);
}

function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++;
  return count;
}
