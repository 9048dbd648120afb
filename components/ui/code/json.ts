const INDENT = "  ";
const LINE_CHARACTERS = 120;

/**
 * A value as JSON to read: indented by two, but a short list of plain values stays on one line. It is both
 * shown and copied. A value JSON cannot write is written as null.
 */
export function printJson(value: unknown): string {
  const plain: unknown = JSON.parse(JSON.stringify(value) ?? "null");
  return print(plain, "");
}

function print(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return isList ? "[]" : "{}";
  const deeper = indent + INDENT;
  const parts = entries.map(
    ([key, part]) => (isList ? "" : `${JSON.stringify(key)}: `) + print(part, deeper),
  );
  const line = parts.join(", ");
  const fits = isList && entries.every(([, part]) => isPlain(part)) && line.length <= LINE_CHARACTERS;
  if (fits) return `[${line}]`;
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return `${open}\n${parts.map((part) => deeper + part).join(",\n")}\n${indent}${close}`;
}

function isPlain(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

export type TokenKind = "key" | "string" | "number" | "plain";

export interface Token {
  kind: TokenKind;
  text: string;
  /** Where in the text it begins. */
  at: number;
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/g;

/** Splits printed JSON into coloured parts; joined again, the parts are the text unchanged. */
export function tokensOfJson(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  const add = (kind: TokenKind, part: string) => {
    if (part !== "") tokens.push({ kind, text: part, at: end });
    end += part.length;
  };
  for (const match of text.matchAll(TOKEN)) {
    add("plain", text.slice(end, match.index));
    if (match[1] === undefined) add("number", match[0]);
    else add(match[2] === undefined ? "string" : "key", match[1]);
    add("plain", match[2] ?? "");
  }
  add("plain", text.slice(end));
  return tokens;
}
