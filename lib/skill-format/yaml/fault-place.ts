/** The line of a fault as its author sees it. */
export interface FaultPlace {
  /** Offset of the line in the text. */
  readonly start: number;
  /** The line without outer blanks. */
  readonly line: string;
  /** Blanks and tabs before it. */
  readonly indent: string;
  /** The keys that lead to it, joined by dots; "" where there is none. */
  readonly path: string;
  /** True where the line has a key of its own, which is the last of `path`. */
  readonly hasKey: boolean;
  /** What stands behind the key and the hyphens of a list. */
  readonly value: string;
}

const MAX_LINE = 2_000;
const LINE =
  /^([ \t]*)((?:-[ \t]+)*)(?:("[^"]*"|'[^']*'|[^\s:#'"[\]{},][^:#'"[\]{}]{0,200}?)[ \t]*:(?:[ \t]+|$))?(.*)$/;

/** What stands on the line of an offset, and the keys above it by their indentation. */
export function placeOf(text: string, offset: number): FaultPlace {
  const start = lineStart(text, offset);
  const own = readLine(text, start);
  const keys = own.key === undefined ? [] : [own.key];
  // an item of a list may stand as far left as the key of the list
  let column = own.column + (own.isItem && own.key === undefined ? 1 : 0);
  for (let at = start; at > 0 && column > 0;) {
    at = lineStart(text, at - 1);
    const above = readLine(text, at);
    if (above.key !== undefined && above.column < column) {
      keys.unshift(above.key);
      ({ column } = above);
    }
  }
  const { indent, value, line } = own;
  return { start, line, indent, path: keys.slice(-6).join("."), hasKey: own.key !== undefined, value };
}

/** The place of the nearest line above, or of the offset's own, whose value is as asked for. */
export function findAbove(
  text: string,
  offset: number,
  isMeant: (place: FaultPlace) => boolean,
): FaultPlace | undefined {
  for (let at = Math.min(offset, text.length); at >= 0;) {
    const start = lineStart(text, at);
    const { indent, value, line, key } = readLine(text, start);
    if (isMeant({ start, line, indent, value, path: key ?? "", hasKey: key !== undefined })) {
      return placeOf(text, start);
    }
    at = start - 1;
  }
  return undefined;
}

/** Offset of the next line that says something; undefined behind the last one. */
export function nextLine(text: string, offset: number): number | undefined {
  for (let at = text.indexOf("\n", offset); at !== -1; at = text.indexOf("\n", at + 1)) {
    const { line } = readLine(text, at + 1);
    if (line !== "" && !line.startsWith("#")) return at + 1;
  }
  return undefined;
}

/** Where the line of an offset begins. A search from below 0 would look at 0. */
function lineStart(text: string, offset: number): number {
  return offset <= 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

function readLine(text: string, start: number) {
  const found = text.indexOf("\n", start);
  const end = Math.min(found === -1 ? text.length : found, start + MAX_LINE);
  const written = text.slice(start, end);
  const [, indent = "", hyphens = "", key, value = ""] = LINE.exec(written) ?? [];
  return {
    indent,
    key,
    value: value.trim(),
    line: written.trim(),
    isItem: hyphens !== "" || written.trim() === "-",
    column: indent.length + (key === undefined ? 0 : hyphens.length),
  };
}
