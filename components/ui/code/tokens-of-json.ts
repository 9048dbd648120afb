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
