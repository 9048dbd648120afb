import type { Span } from "@/lib/vetting/syntax/markdown";

const HEREDOC = /<<[~-]?["'`]?([A-Z_]\w{0,40})["'`]?[^\n]{0,200}\n/g;
/** A whole line of remark in the languages that are read so. */
const REMARK = /^[ \t]*(?:#(?!!)|\/\/|--|;|\*|'|REM\b|::)[^\n]*/gim;
const BRACKETED =
  /(?:%[xqQw]?|\bqq?x?\s{0,3})(?:\(([^()]{4,2000})\)|\{([^{}]{4,2000})\}|\[([^[\]]{4,2000})\])/g;
const MAX_HEREDOCS = 200;
const MAX_HEREDOC = 20_000;
/** No shorter text is a command that matters. */
const MIN_LITERAL = 4;

/** The source with lines that are only remarks blanked, so that offsets stay. */
export function withoutRemarks(text: string): string {
  return text.replace(REMARK, (line) => " ".repeat(line.length));
}

/**
 * The texts in quotes of a source in any language that quotes as C does, and its heredocs. A quote that is not closed
 * ends with its line, so that an apostrophe in a remark hides no more than that.
 */
export function findLiterals(text: string): Span[] {
  const found = findHeredocs(text);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    if (unit === "\\") at++;
    if (isRemarkBehind(text, at)) {
      at = endOfLiteral(text, at, "\n");
      continue;
    }
    if (unit !== '"' && unit !== "'" && unit !== "`") continue;
    const mark = unit !== "`" && text.startsWith(unit.repeat(3), at) ? unit.repeat(3) : unit;
    const from = at + mark.length;
    const end = endOfLiteral(text, from, mark);
    if (end - from >= MIN_LITERAL) found.push({ text: resolveEscapes(text.slice(from, end)), start: at });
    at = end + mark.length - 1;
  }
  return found.concat(findBracketed(text));
}

/** A remark behind a whole statement, `call(); # …`, whose quotes are no texts. */
function isRemarkBehind(text: string, at: number): boolean {
  const mark = text.startsWith("# ", at) ? 1 : text.startsWith("// ", at) ? 2 : 0;
  return mark > 0 && /[;{}][ \t]{1,40}$/.test(text.slice(Math.max(0, at - 41), at));
}

/** `%x(…)`, `qx{…}`, `%w[…]` of Ruby and Perl. */
function findBracketed(text: string): Span[] {
  return Array.from(text.matchAll(BRACKETED), (match) => ({
    text: match.slice(1).find((part) => part !== undefined) ?? "",
    start: match.index,
  }));
}

function endOfLiteral(text: string, from: number, mark: string): number {
  const spansLines = mark.length === 3 || mark === "`";
  for (let at = from; at < text.length; at++) {
    const unit = text.charAt(at);
    if (unit === "\\") at++;
    else if (unit === mark.charAt(0) && text.startsWith(mark, at)) return at;
    else if (unit === "\n" && !spansLines) return at;
  }
  return text.length;
}

function findHeredocs(text: string): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(HEREDOC)) {
    if (found.length >= MAX_HEREDOCS) break;
    const start = match.index + match[0].length;
    const end = new RegExp(`^[ \\t]*${match[1] ?? ""}\\b`, "m").exec(text.slice(start, start + MAX_HEREDOC));
    if (end !== null) found.push({ text: text.slice(start, start + end.index), start });
  }
  return found;
}

/** Resolves the backslash escapes that Python and JavaScript share; unknown ones stand for the character itself. */
export function resolveEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|U([0-9a-f]{8})|([0-7]{1,3})|(\r\n|[^]))/gi,
    (_whole, ...groups: (string | undefined)[]) => {
      const [hex, unit, braced, wide, octal, other] = groups;
      const digits = hex ?? unit ?? braced ?? wide;
      if (digits !== undefined) return fromCodePoint(parseInt(digits, 16));
      if (octal !== undefined) return fromCodePoint(parseInt(octal, 8));
      return SIMPLE_ESCAPES.get(other ?? "") ?? other ?? "";
    },
  );
}

/** The character of a code, or nothing for a number that is none. */
export function fromCodePoint(code: number): string {
  return Number.isInteger(code) && code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

const SIMPLE_ESCAPES = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["\n", ""],
  ["\r\n", ""],
]);
