import { foldBrackets } from "./fold-brackets";
import type { Token } from "./tokens";

/**
 * Reads through the ways to write a word without writing it: joins strings that are concatenated, resolves
 * character codes, joined lists, reversed and decoded literals, computed members (`a["b"]`, `getattr(a, "b")`)
 * and import calls, so that a rule sees `os.system` and `curl` however they were assembled.
 */
export function foldTokens(tokens: readonly Token[]): Token[] {
  const output: Token[] = [];
  const openings: number[] = [];
  for (const token of tokens) {
    push(output, token);
    if (token.kind !== "punctuation") continue;
    if (token.text === "(" || token.text === "[" || token.text === "{") {
      openings.push(output.length - 1);
    } else if (token.text === ")" || token.text === "]" || token.text === "}") {
      const opening = openings.pop();
      if (opening !== undefined && opening < output.length) fold(output, opening, openings.at(-1) ?? -1);
    }
  }
  return output;
}

/** Appends a token; a string that continues the string before it becomes one with it. */
function push(output: Token[], token: Token): void {
  const last = output.at(-1);
  if (token.kind === "string" && last !== undefined) {
    if (last.kind === "string") return joinLast(output, 1, token);
    const before = output.at(-2);
    if (last.text === "+" && last.kind === "punctuation" && before?.kind === "string")
      return joinLast(output, 2, token);
  }
  output.push(token);
}

function joinLast(output: Token[], drop: number, token: Token): void {
  const [first] = output.splice(-drop, drop);
  if (first !== undefined) output.push(joinStrings(first, token));
}

function joinStrings(first: Token, second: Token): Token {
  const decoded = first.decoded === true || second.decoded === true;
  const joined: Token = {
    kind: "string",
    text: first.text + second.text,
    start: first.start,
    end: second.end,
  };
  return decoded ? { ...joined, decoded } : joined;
}

/** Replaces a closed bracket pair, and what stands before it, by what they amount to. */
function fold(output: Token[], opening: number, enclosing: number): void {
  const replacement = foldBrackets(output, opening, enclosing);
  if (replacement === null) return;
  const folded = replacement.tokens;
  output.length = replacement.from;
  for (const token of folded) push(output, token);
}
