import type { Budget } from "./opened-document";

/** A piece of PDF syntax; `text` of a string is a character for each byte. */
export interface PdfToken {
  readonly kind: "string" | "hex" | "name" | "number" | "word" | "mark";
  readonly text: string;
}

/** What ends a word, by the codes of its letters; spaces among it are 1, all others 2. */
const ENDS = new Uint8Array(256);
for (const space of "\0\t\n\f\r ") ENDS[space.charCodeAt(0)] = 1;
for (const mark of "()<>[]{}/%") ENDS[mark.charCodeAt(0)] = 2;
const ESCAPES = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["b", "\b"],
  ["f", "\f"],
]);

/**
 * The tokens of PDF syntax in one pass; what is no syntax comes as words. It ends early where no more tokens may be
 * taken from the budget, which then says so.
 *
 * @param source A character for each byte.
 */
export function* readPdfTokens(source: string, budget: Budget): Generator<PdfToken> {
  for (let at = skipSpace(source, 0); at < source.length && budget.takeToken(); at = skipSpace(source, at)) {
    const unit = source.charAt(at);
    if (unit === "%") at = endOfLine(source, at);
    else if (unit === "(") {
      const { text, end } = readLiteral(source, at);
      yield { kind: "string", text };
      at = end;
    } else if (unit === "<" && source[at + 1] !== "<") {
      const close = source.indexOf(">", at);
      const end = close === -1 ? source.length : close;
      yield { kind: "hex", text: fromHex(source.slice(at + 1, end)) };
      at = end + 1;
    } else if (unit === "/") {
      const end = endOfWord(source, at + 1);
      yield { kind: "name", text: plainName(source.slice(at + 1, end)) };
      at = end;
    } else if (ENDS[source.charCodeAt(at)] === 0) {
      const end = endOfWord(source, at + 1);
      const text = source.slice(at, end);
      yield { kind: /^[-+]?[\d.]+$/.test(text) ? "number" : "word", text };
      at = end;
    } else {
      yield { kind: "mark", text: unit };
      at += unit === "<" ? 2 : 1;
    }
  }
}

/** `#61` in a name is the letter a. */
export function plainName(name: string): string {
  if (!name.includes("#")) return name;
  return name.replace(/#([0-9a-f]{2})/gi, (_whole, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  );
}

function skipSpace(source: string, from: number): number {
  let at = from;
  while (ENDS[source.charCodeAt(at)] === 1) at++;
  return at;
}

function endOfWord(source: string, from: number): number {
  let at = from;
  while (ENDS[source.charCodeAt(at)] === 0) at++;
  return at;
}

function endOfLine(source: string, from: number): number {
  for (let at = from; at < source.length; at++) if (source[at] === "\n" || source[at] === "\r") return at;
  return source.length;
}

/** A string in brackets, which may hold brackets in pairs, escapes and numbers of base eight. */
function readLiteral(source: string, from: number): { text: string; end: number } {
  const out: string[] = [];
  let depth = 0;
  for (let at = from; at < source.length; at++) {
    const unit = source.charAt(at);
    if (unit === "\\") {
      const octal = /^[0-7]{1,3}/.exec(source.slice(at + 1, at + 4))?.[0];
      if (octal === undefined) {
        const next = source.charAt(at + 1);
        if (next !== "\n" && next !== "\r") out.push(ESCAPES.get(next) ?? next);
        at += 1;
      } else {
        out.push(String.fromCharCode(parseInt(octal, 8) & 255));
        at += octal.length;
      }
      continue;
    }
    if (unit === "(") depth += 1;
    if (unit === ")") depth -= 1;
    if (depth === 0) return { text: out.join(""), end: at + 1 };
    if (at > from) out.push(unit);
  }
  return { text: out.join(""), end: source.length };
}

export function fromHex(digits: string): string {
  const plain = digits.replace(/[^0-9a-f]/gi, "");
  return Buffer.from(plain.length % 2 === 1 ? `${plain}0` : plain, "hex").toString("latin1");
}

/** A text string outside pages: UTF-16 or UTF-8 behind its mark, else a character for each byte. */
export function decodeTextString(text: string): string {
  const bytes = Buffer.from(text, "latin1");
  if (text.startsWith("\xfe\xff")) return new TextDecoder("utf-16be").decode(bytes);
  if (text.startsWith("\xff\xfe")) return new TextDecoder("utf-16le").decode(bytes);
  return text.startsWith("\xef\xbb\xbf") ? bytes.toString("utf8") : text;
}
