import { fromCodePoint, type Token } from "./tokens";

/** What stands for `output.slice(from)` from now on. */
export interface Replacement {
  readonly from: number;
  readonly tokens: readonly Token[];
}

/** Calls that turn a list of codes into text. */
const CODE_CALLS = new Set(["chr", "unichr", "fromCharCode", "fromCodePoint", "bytes", "bytearray"]);

/**
 * Lists that spell a text: `"".join(["a", "b"])`, `["a", "b"].join("")`, `chr(99)`, `bytes([99, 117])`,
 * `"".join(map(chr, [99]))`, `"".join(chr(c) for c in [99])`.
 */
export function foldList(output: readonly Token[], opening: number): Replacement | null {
  const name = output[opening - 1]?.text ?? "";
  const closing = output.length - 1;
  if (name === "join") return foldJoin(output, opening, closing);
  const buffer = name === "from" && output[opening - 3]?.text === "Buffer";
  if (name === "map" && output[opening + 1]?.text === "chr" && output[opening + 2]?.text === ",") {
    const codes = readCodes(output, opening + 3, closing);
    return codes === null ? null : { from: opening - 1, tokens: [decodedString(output[opening], codes)] };
  }
  if (!buffer && !CODE_CALLS.has(name)) return null;
  const codes = readCodes(output, opening + 1, closing);
  const from = startOfChain(output, opening - 1);
  return codes === null ? null : { from, tokens: [decodedString(output[opening], codes)] };
}

function foldJoin(output: readonly Token[], opening: number, closing: number): Replacement | null {
  if (output[opening - 2]?.text !== ".") return null;
  const receiver = output[opening - 3];
  if (receiver?.decoded === true && output[opening + 1]?.text === "" && closing === opening + 2) {
    return { from: opening - 3, tokens: [receiver] }; // "lruc".split("").reverse().join("")
  }
  if (receiver?.kind === "string") {
    const generated = output[opening + 1]?.text === "chr" ? startOfLastList(output, closing) : null;
    const text =
      generated === null
        ? readStrings(output, opening + 1, closing)?.join(receiver.text)
        : readCodes(output, generated, closing);
    return text === undefined || text === null
      ? null
      : { from: opening - 3, tokens: [withText(receiver, text, true)] };
  }
  const separator = output[opening + 1];
  if (receiver?.text !== "]" || separator?.kind !== "string" || closing !== opening + 2) return null;
  const from = startOfLastList(output, opening - 2);
  const texts = from === null ? null : readStrings(output, from, opening - 2);
  return from === null || texts === null
    ? null
    : { from, tokens: [withText(separator, texts.join(separator.text), true)] };
}

/** Where the list literal begins that ends right before `end`, if it holds only literals. */
function startOfLastList(output: readonly Token[], end: number): number | null {
  if (output[end - 1]?.text !== "]") return null;
  for (let at = end - 2; at >= 0; at--) {
    const token = output[at];
    if (token?.text === "[" && token.kind === "punctuation") return at;
    if (
      token?.kind !== "string" &&
      token?.kind !== "number" &&
      token?.kind !== "newline" &&
      token?.text !== ","
    )
      return null;
  }
  return null;
}

/** The strings between two places, in brackets or not; null if anything else stands there. */
function readStrings(output: readonly Token[], from: number, to: number): string[] | null {
  const tokens = readLiterals(output, from, to, "string");
  return tokens === null ? null : tokens.map((token) => token.text);
}

function readCodes(output: readonly Token[], from: number, to: number): string | null {
  const tokens = readLiterals(output, from, to, "number");
  return tokens === null ? null : tokens.map((token) => fromCodePoint(Number(token.text))).join("");
}

/** Stops at the first token that does not belong, so that nested lists cost no more than they are long. */
function readLiterals(
  output: readonly Token[],
  from: number,
  to: number,
  kind: "string" | "number",
): Token[] | null {
  const literals: Token[] = [];
  for (let at = from; at < to; at++) {
    const token = output[at];
    const bracket =
      (at <= from + 1 && (token?.text === "[" || token?.text === "(" || token?.text === "...")) ||
      (at === to - 1 && (token?.text === "]" || token?.text === ")"));
    if (token?.kind === kind) literals.push(token);
    else if (!bracket && token?.text !== "," && token?.kind !== "newline") return null;
  }
  return literals.length === 0 ? null : literals;
}

/** Where the name chain begins that ends at `index`: `base64.b64decode` at `base64`. */
export function startOfChain(output: readonly Token[], index: number): number {
  let at = index;
  while (at >= 2 && output[at - 1]?.text === "." && output[at - 2]?.kind === "name") at -= 2;
  return at;
}

function decodedString(place: Token | undefined, text: string): Token {
  return { kind: "string", text, start: place?.start ?? 0, end: place?.end ?? 0, decoded: true };
}

export function withText(token: Token, text: string, decoded: boolean): Token {
  return { ...token, text, decoded };
}
