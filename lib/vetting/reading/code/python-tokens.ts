import { resolveEscapes, type Tokens } from "./tokens";
import { matchAt, tokenWriter, type SourceRange, type TokenWriter } from "./token-writer";

const STRING_START = /(?:[rub]|[fbt]r|r[fbt]|[ft])?('''|"""|'|")/iy;
const NAME = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*/uy;
const NUMBER = /\d[\w.]*/y;
const COMMENT = /#[^\n\r]*/y;
const LONG_PUNCTUATION = /:=|->|[=!<>+\-*/%&|^@]=|\*\*|\/\/|<<|>>/y;
const MAX_NESTED_EXPRESSIONS = 8;

/**
 * Tokens of a Python source. Line ends are tokens outside brackets only, as in the language. An f-string becomes
 * the concatenation it stands for, in brackets. Never fails: what is no Python becomes punctuation.
 */
export function readPythonTokens(text: string): Tokens {
  const writer = tokenWriter();
  readInto(writer, { text, from: 0, to: text.length, nesting: 0 });
  return writer;
}

function readInto(writer: TokenWriter, range: SourceRange): void {
  const { text, to } = range;
  let depth = 0;
  let at = range.from;
  while (at < to) {
    const unit = text.charAt(at);
    if (unit === "\n" || unit === "\r") {
      if (depth === 0) writer.push("newline", "\n", at, at + 1);
      at++;
    } else if (unit === " " || unit === "\t" || unit === "\f") {
      at++;
    } else if (unit === "\\" && /[\r\n]/.test(text.charAt(at + 1))) {
      at += text.startsWith("\r\n", at + 1) ? 3 : 2;
    } else if (unit === "#") {
      const comment = matchAt(COMMENT, text, at);
      writer.comment(comment, at);
      at += comment.length;
    } else {
      if ("([{".includes(unit)) depth++;
      if (")]}".includes(unit)) depth = Math.max(0, depth - 1);
      at = readString(writer, range, at) ?? readWord(writer, text, at);
    }
  }
}

function readWord(writer: TokenWriter, text: string, at: number): number {
  const name = matchAt(NAME, text, at);
  if (name !== "") {
    // Python folds identifiers the same way, so a full-width `ｅｖａｌ` is `eval`.
    writer.push("name", name.normalize("NFKC"), at, at + name.length);
    return at + name.length;
  }
  const number = matchAt(NUMBER, text, at);
  if (number !== "") {
    writer.push("number", number, at, at + number.length);
    return at + number.length;
  }
  const punctuation = matchAt(LONG_PUNCTUATION, text, at) || text.charAt(at);
  writer.push("punctuation", punctuation, at, at + punctuation.length);
  return at + punctuation.length;
}

/** Reads a string literal, if one begins here; gives the offset behind it. */
function readString(writer: TokenWriter, range: SourceRange, at: number): number | null {
  const { text, to } = range;
  STRING_START.lastIndex = at;
  const opening = STRING_START.exec(text);
  if (opening === null) return null;
  const quote = opening[1] ?? "";
  const prefix = opening[0].slice(0, opening[0].length - quote.length).toLowerCase();
  const from = at + opening[0].length;
  const end = findStringEnd(text, from, to, quote);
  const raw = prefix.includes("r");
  const after = Math.min(to, text.startsWith(quote, end) ? end + quote.length : end);
  const formatted = prefix.includes("f") || prefix.includes("t");
  if (formatted && range.nesting >= MAX_NESTED_EXPRESSIONS) writer.complete = false;
  if (formatted && range.nesting < MAX_NESTED_EXPRESSIONS) {
    readFormatted(writer, { text, from, to: end, nesting: range.nesting + 1 }, raw);
  } else {
    const source = text.slice(from, end);
    writer.push("string", raw ? source : resolveEscapes(source), at, after);
  }
  return Math.max(after, from);
}

function findStringEnd(text: string, from: number, to: number, quote: string): number {
  let at = from;
  while (at < to) {
    const unit = text.charAt(at);
    if (unit === "\\") at += 2;
    else if (text.startsWith(quote, at)) return at;
    else if (quote.length === 1 && unit === "\n") return at;
    else at++;
  }
  return to;
}

/** Writes `f"a{x}b"` as `("a" + (x) + "b")`. */
function readFormatted(writer: TokenWriter, range: SourceRange, raw: boolean): void {
  const { text, to } = range;
  const punctuate = (mark: string, at: number) => writer.push("punctuation", mark, at, at);
  punctuate("(", range.from);
  let literalFrom = range.from;
  let at = range.from;
  const flush = (end: number) => {
    const source = text.slice(literalFrom, end).replace(/\{\{|\}\}/g, (pair) => pair.charAt(0));
    writer.push("string", raw ? source : resolveEscapes(source), literalFrom, end);
  };
  while (at < to) {
    if (text.charAt(at) !== "{" || text.charAt(at + 1) === "{") {
      at += text.charAt(at) === "{" ? 2 : 1;
      continue;
    }
    flush(at);
    const close = findExpressionEnd(text, at + 1, to);
    punctuate("+", at);
    punctuate("(", at);
    readInto(writer, { ...range, from: at + 1, to: close });
    punctuate(")", close);
    punctuate("+", close);
    at = close + 1;
    literalFrom = Math.min(at, to);
  }
  flush(to);
  punctuate(")", to);
}

function findExpressionEnd(text: string, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charAt(at);
    if (unit === "{" || unit === "[" || unit === "(") depth++;
    else if (unit === "}" && depth === 0) return at;
    else if (unit === "}" || unit === "]" || unit === ")") depth--;
  }
  return to;
}
