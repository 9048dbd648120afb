import { resolveEscapes, type Token, type Tokens } from "./tokens";
import { matchAt, tokenWriter, type SourceRange, type TokenWriter } from "./token-writer";

const SPACE = /[\s\ufeff]/;
const NAME =
  /(?:[\p{ID_Start}$_]|\\u[0-9a-fA-F]{4}|\\u\{[0-9a-fA-F]{1,6}\})(?:[\p{ID_Continue}$]|\\u[0-9a-fA-F]{4}|\\u\{[0-9a-fA-F]{1,6}\})*/uy;
const NUMBER = /\d[\w.]*/y;
const LINE_COMMENT = /\/\/[^\n\r]*/y;
const LONG_PUNCTUATION = /=>|\?\.(?!\d)|\.\.\.|[=!]==?|[+\-*/%&|^]=|\?\?=?|&&=?|\|\|=?|\*\*=?|<=|>=/y;
/** After these a slash begins a regular expression. */
const BEFORE_EXPRESSION = new Set([
  "return",
  "typeof",
  "case",
  "in",
  "of",
  "delete",
  "void",
  "throw",
  "new",
  "else",
  "do",
  "await",
  "yield",
]);
const MAX_NESTED_TEMPLATES = 8;
/** Bounds the work for a line full of slashes. */
const MAX_REGULAR_EXPRESSION = 1000;

/**
 * Tokens of a JavaScript or TypeScript source. Each line end is a token; a template literal becomes the
 * concatenation it stands for, in brackets. Never fails: what is no JavaScript becomes punctuation.
 */
export function readJavaScriptTokens(text: string): Tokens {
  const writer = tokenWriter();
  readInto(writer, { text, from: 0, to: text.length, nesting: 0 });
  return writer;
}

function readInto(writer: TokenWriter, range: SourceRange): void {
  const { text, to } = range;
  let at = range.from;
  while (at < to) {
    const unit = text.charAt(at);
    if (unit === "\n") {
      writer.push("newline", "\n", at, at + 1);
      at++;
    } else if (SPACE.test(unit)) {
      at++;
    } else if (unit === '"' || unit === "'") {
      at = readString(writer, range, at);
    } else if (unit === "`") {
      at = readTemplate(writer, range, at);
    } else if (unit === "/") {
      at = readSlash(writer, range, at);
    } else if (unit === "#" && at === 0 && text.startsWith("#!")) {
      at = Math.min(to, Math.max(1, text.indexOf("\n")));
    } else {
      at = readWord(writer, text, at);
    }
  }
}

function readWord(writer: TokenWriter, text: string, at: number): number {
  const name = matchAt(NAME, text, at);
  if (name !== "") {
    writer.push("name", resolveEscapes(name), at, at + name.length);
    return at + name.length;
  }
  const number = matchAt(NUMBER, text, at);
  if (number !== "") {
    writer.push("number", number, at, at + number.length);
    return at + number.length;
  }
  const punctuation = matchAt(LONG_PUNCTUATION, text, at) || text.charAt(at);
  // Both ways to reach a member read alike.
  writer.push("punctuation", punctuation === "?." ? "." : punctuation, at, at + punctuation.length);
  return at + punctuation.length;
}

function readString(writer: TokenWriter, { text, to }: SourceRange, at: number): number {
  const quote = text.charAt(at);
  let end = at + 1;
  while (end < to && text.charAt(end) !== quote && text.charAt(end) !== "\n") {
    end += text.charAt(end) === "\\" ? 2 : 1;
  }
  end = Math.min(end, to);
  const after = text.charAt(end) === quote ? end + 1 : end;
  writer.push("string", resolveEscapes(text.slice(at + 1, end)), at, after);
  return Math.max(after, at + 1);
}

/** Writes `` `a${x}b` `` as `("a" + (x) + "b")`. */
function readTemplate(writer: TokenWriter, range: SourceRange, start: number): number {
  const { text, to } = range;
  const punctuate = (mark: string, at: number) => writer.push("punctuation", mark, at, at);
  punctuate("(", start);
  let literalFrom = start + 1;
  let at = start + 1;
  const flush = (end: number) => {
    writer.push("string", resolveEscapes(text.slice(literalFrom, end)), literalFrom, end);
  };
  while (at < to && text.charAt(at) !== "`") {
    if (text.charAt(at) === "\\") {
      at += 2;
    } else if (text.startsWith("${", at)) {
      flush(at);
      const close = findExpressionEnd(text, at + 2, to);
      punctuate("+", at);
      punctuate("(", at);
      if (range.nesting < MAX_NESTED_TEMPLATES) {
        readInto(writer, { text, from: at + 2, to: close, nesting: range.nesting + 1 });
      } else {
        writer.complete = false;
      }
      punctuate(")", close);
      punctuate("+", close);
      at = close + 1;
      literalFrom = Math.min(at, to);
    } else {
      at++;
    }
  }
  at = Math.min(at, to);
  flush(at);
  punctuate(")", at);
  return at + 1;
}

/** End of `${ … }`, over nested braces, strings and templates. */
function findExpressionEnd(text: string, from: number, to: number): number {
  let depth = 0;
  let quote = "";
  for (let at = from; at < to; at++) {
    const unit = text.charAt(at);
    if (unit === "\\") at++;
    else if (quote !== "") quote = unit === quote ? "" : quote;
    else if (unit === '"' || unit === "'" || unit === "`") quote = unit;
    else if (unit === "{") depth++;
    else if (unit === "}" && depth-- === 0) return at;
  }
  return to;
}

function readSlash(writer: TokenWriter, { text, to }: SourceRange, at: number): number {
  if (text.startsWith("//", at)) {
    const comment = matchAt(LINE_COMMENT, text, at);
    writer.comment(comment, at);
    return at + comment.length;
  }
  if (text.startsWith("/*", at)) {
    const close = text.indexOf("*/", at + 2);
    const end = close === -1 || close + 2 > to ? to : close + 2;
    writer.comment(text.slice(at, end), at);
    return end;
  }
  const end = mayBeginExpression(writer.last()) ? findRegularExpressionEnd(text, at + 1, to) : null;
  if (end === null) return readWord(writer, text, at);
  writer.push("number", text.slice(at, end), at, end);
  return end;
}

/** Behind the closing slash on this line, or null: then the slash divides. */
function findRegularExpressionEnd(text: string, from: number, to: number): number | null {
  let inClass = false;
  for (let at = from; at < Math.min(to, from + MAX_REGULAR_EXPRESSION); at++) {
    const unit = text.charAt(at);
    if (unit === "\n") return null;
    if (unit === "\\") at++;
    else if (unit === "[") inClass = true;
    else if (unit === "]") inClass = false;
    else if (unit === "/" && !inClass) return at + 1;
  }
  return null;
}

function mayBeginExpression(last: Token | undefined): boolean {
  if (last === undefined || last.kind === "newline") return true;
  if (last.kind === "name") return BEFORE_EXPRESSION.has(last.text);
  return last.kind === "punctuation" && ![")", "]", "}"].includes(last.text);
}
