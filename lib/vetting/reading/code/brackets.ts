import type { Token } from "./tokens";

const CLOSERS = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);

/** Pairs each opening bracket with its closing one, both ways. A bracket without a partner is left out. */
export function matchBrackets(tokens: readonly Token[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "punctuation") continue;
    if (token.text === "(" || token.text === "[" || token.text === "{") {
      open.push(at);
      continue;
    }
    const opener = CLOSERS.get(token.text);
    if (opener === undefined) continue;
    const last = open.at(-1);
    if (last !== undefined && tokens[last]?.text === opener) {
      open.pop();
      pairs.set(last, at);
      pairs.set(at, last);
    }
  }
  return pairs;
}
