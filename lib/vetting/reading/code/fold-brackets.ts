import { decodeText, type Encoding } from "../decode-text";
import { foldList, startOfChain, withText, type Replacement } from "./fold-lists";
import type { Token } from "./tokens";

const DECODING_CALLS = new Map<string, Encoding>([
  ["b64decode", "base64"],
  ["urlsafe_b64decode", "base64"],
  ["standard_b64decode", "base64"],
  ["decodebytes", "base64"],
  ["a2b_base64", "base64"],
  ["atob", "base64"],
  ["b32decode", "base32"],
  ["b85decode", "base85"],
  ["a85decode", "ascii85"],
  ["b16decode", "hex"],
  ["fromhex", "hex"],
  ["unhexlify", "hex"],
  ["a2b_hex", "hex"],
  ["unquote", "percent"],
  ["decodeURIComponent", "percent"],
  ["unescape", "percent"],
]);
/** Calls on a string that leave it what it is, as far as reading it goes. */
const NEUTRAL_METHODS = new Set(["decode", "encode", "toString", "strip", "trim", "split", "valueOf"]);
/** Only lists are longer; anything else this long is no disguised word. */
const MAX_INNER = 12;

/** The bracket pair from `opening` to the end of `output`, folded; null if it stands as it is. */
export function foldBrackets(
  output: readonly Token[],
  opening: number,
  enclosing: number,
): Replacement | null {
  const bracket = output[opening]?.text;
  if (bracket === "(" && output[opening - 1]?.kind === "name") {
    const list = foldList(output, opening);
    if (list !== null) return list;
  }
  if (output.length - opening > MAX_INNER) return null;
  const inner = output.slice(opening + 1, -1).filter((token) => token.kind !== "newline");
  if (bracket === "[") return foldSubscript(output, opening, inner);
  if (bracket !== "(") return null;
  const callee = output[opening - 1];
  if (callee?.kind === "name" && opening - 1 > enclosing) {
    return foldMethod(output, opening, inner) ?? foldFunction(output, opening, inner);
  }
  const grouping =
    callee === undefined ||
    callee.kind === "newline" ||
    (callee.kind === "punctuation" && ![")", "]"].includes(callee.text));
  const value = inner[0]?.text === "await" ? inner.slice(1) : inner;
  return grouping && value.length === 1 ? { from: opening, tokens: value } : null;
}

/** `a["b"]` becomes `a.b`; `"abc"[::-1]` is reversed. */
function foldSubscript(
  output: readonly Token[],
  opening: number,
  inner: readonly Token[],
): Replacement | null {
  const before = output[opening - 1];
  const [first] = inner;
  if (before?.kind === "string" && inner.map((token) => token.text).join("") === "::-1") {
    return { from: opening - 1, tokens: [withText(before, reverse(before.text), true)] };
  }
  const optional = before?.text === "." ? 1 : 0; // a?.["b"]
  const owner = output[opening - 1 - optional];
  const member = owner?.kind === "name" || owner?.text === ")" || owner?.text === "]";
  if (
    !member ||
    inner.length !== 1 ||
    first?.kind !== "string" ||
    !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(first.text)
  )
    return null;
  return { from: opening - optional, tokens: [dot(first), { ...first, kind: "name" }] };
}

/** Calls on a string literal or on a list of them. */
function foldMethod(output: readonly Token[], opening: number, inner: readonly Token[]): Replacement | null {
  const method = output[opening - 1]?.text ?? "";
  if (output[opening - 2]?.text !== ".") return null;
  const receiver = output[opening - 3];
  if (receiver?.kind === "string") {
    const text = applyMethod(receiver, method, inner);
    if (text !== null) return { from: opening - 3, tokens: [text] };
  }
  return null;
}

function applyMethod(receiver: Token, method: string, inner: readonly Token[]): Token | null {
  const [argument, , second] = inner;
  if (
    method === "replace" &&
    argument?.kind === "string" &&
    second?.kind === "string" &&
    argument.text !== ""
  ) {
    return withText(receiver, receiver.text.replaceAll(argument.text, second.text), true);
  }
  if (method === "decode" && argument?.text === "rot13") {
    return withText(receiver, decodeText(receiver.text, "rot13") ?? receiver.text, true);
  }
  if (method === "reverse" && inner.length === 0) return withText(receiver, reverse(receiver.text), true);
  return NEUTRAL_METHODS.has(method) && inner.every((token) => token.kind === "string") ? receiver : null;
}

/** Decoders, character codes, `getattr` and import calls. */
function foldFunction(
  output: readonly Token[],
  opening: number,
  inner: readonly Token[],
): Replacement | null {
  const callee = output[opening - 1];
  const name = callee?.text ?? "";
  const [argument] = inner;
  const from = startOfChain(output, opening - 1);
  if (argument?.kind === "string" && inner.length === 1) {
    const encoding = DECODING_CALLS.get(name);
    const decoded = encoding === undefined ? null : decodeText(argument.text, encoding);
    if (decoded !== null) return { from, tokens: [withText(argument, decoded, true)] };
    if (name === "reversed") return { from, tokens: [withText(argument, reverse(argument.text), true)] };
    if (name === "require" || name === "import" || name === "__import__" || name === "import_module") {
      return { from, tokens: [moduleName(argument)] };
    }
  }
  if (name === "from" && output[opening - 3]?.text === "Buffer") return foldBuffer(inner, from);
  if (name === "decode" && output[opening - 3]?.text === "codecs" && argument?.kind === "string") {
    const text = decodeText(argument.text, "rot13");
    return text === null ? null : { from, tokens: [withText(argument, text, true)] };
  }
  if (name === "getattr" || (name === "get" && output[opening - 3]?.text === "Reflect"))
    return foldGetattr(inner, from);
  return null;
}

function foldBuffer(inner: readonly Token[], from: number): Replacement | null {
  const [text, , encoding] = inner;
  if (text?.kind !== "string" || encoding?.kind !== "string") return null;
  const decoded = encoding.text === "hex" ? decodeText(text.text, "hex") : decodeText(text.text, "base64");
  return decoded === null ? null : { from, tokens: [withText(text, decoded, true)] };
}

function foldGetattr(inner: readonly Token[], from: number): Replacement | null {
  const comma = inner.findIndex((token) => token.text === ",");
  const member = inner[comma + 1];
  const chain = inner.slice(0, comma);
  if (
    comma < 1 ||
    member?.kind !== "string" ||
    !chain.every((token) => token.kind === "name" || token.text === ".")
  )
    return null;
  return { from, tokens: [...chain, dot(member), { ...member, kind: "name" }] };
}

function moduleName(argument: Token): Token {
  return { ...argument, kind: "name", text: argument.text.replace(/^node:/, ""), module: true };
}

function dot(place: Token): Token {
  return { kind: "punctuation", text: ".", start: place.start, end: place.start };
}

function reverse(text: string): string {
  return Array.from(text).reverse().join("");
}
