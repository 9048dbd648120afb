import type { Token } from "./tokens";

const CONTINUES = new Set([
  "+",
  "?",
  ":",
  "&&",
  "||",
  "??",
  ".",
  ",",
  "=",
  "=>",
  "(",
  "[",
  "{",
  "|",
  "-",
  "*",
  "/",
  "%",
  "+=",
  ":=",
]);
const MAX_EXPRESSION = 3000;

/** Index of the last token of the expression that begins at `from`: over brackets, to the end of the statement. */
export function expressionEnd(
  tokens: readonly Token[],
  pairs: ReadonlyMap<number, number>,
  from: number,
  stopAtComma = true,
): number {
  let at = from;
  const limit = Math.min(tokens.length, from + MAX_EXPRESSION);
  while (at < limit) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === "name" && token.text === "for" && at > from) break;
    if (token.kind === "newline") {
      const continued =
        CONTINUES.has(tokens[at - 1]?.text ?? "") ||
        /^(?:\.|\+|\?|:|&&|\|\|)$/.test(tokens[at + 1]?.text ?? "");
      if (!continued && at > from) break;
    } else if (token.kind === "punctuation") {
      if (token.text === ";" || token.text === ")" || token.text === "]" || token.text === "}") break;
      if (token.text === "," && stopAtComma) break;
      if (token.text === "=" || token.text === ":=") break;
      if ("([{".includes(token.text)) at = pairs.get(at) ?? at;
    }
    at++;
  }
  return at - 1;
}
