import { inflateSync } from "node:zlib";
import { decodeText, findHiddenText } from "../decode-text";
import type { Span } from "@/lib/vetting/syntax/markdown";
import { decodeEntities } from "@/lib/vetting/document-text/entities";

/**
 * Texts that are spelled otherwise than in letters, though no program is needed to read them: numbers, entities,
 * percent signs, letters apart, figures for letters, words turned round. A model reads them all.
 */
function findEncodedText(text: string): Span[] {
  return SPELLINGS.flatMap(({ hint, pattern, decode }) =>
    hint.test(text)
      ? Array.from(text.matchAll(pattern))
          .slice(0, MAX_OF_A_KIND)
          .map((match) => ({ text: decode(match[0].slice(0, MAX_LENGTH)), start: match.index }))
      : [],
  );
}

const MAX_OF_A_KIND = 500;
const MAX_LENGTH = 64 * 1024;

interface Spelling {
  /** Without it there is nothing to find. */
  readonly hint: RegExp;
  readonly pattern: RegExp;
  readonly decode: (text: string) => string;
}

const fromNumbers = (text: string, pattern: RegExp, base: number) =>
  Array.from(text.matchAll(pattern), ([digits]) => String.fromCharCode(parseInt(digits, base) & 0xffff)).join(
    "",
  );
/** Repeated groups end somewhere: the engine keeps a place for each, and has room for a million of them. */
const MANY = 200_000;
const FIGURES = new Map(Object.entries({ 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t", "@": "a", $: "s" }));

const SPELLINGS: readonly Spelling[] = [
  {
    hint: /&#x?[0-9a-f]{1,6};&#/i,
    pattern: new RegExp(String.raw`(?:&#x?[0-9a-f]{1,6};[ \w.,:/~-]{0,12}){8,${MANY}}`, "gi"),
    decode: decodeEntities,
  },
  {
    hint: /%[0-9a-f]{2}%[0-9a-f]{2}/i,
    pattern: new RegExp(String.raw`(?:%[0-9a-f]{2}[\w~.-]{0,12}){8,${MANY}}`, "gi"),
    decode: (text) => decodeText(text, "percent") ?? "",
  },
  {
    hint: /[01]{8}\s?[01]{8}/,
    pattern: new RegExp(String.raw`(?:\b[01]{8}\s{0,2}|[01]{8}){12,${MANY}}`, "g"),
    decode: (text) => fromNumbers(text, /[01]{8}/g, 2),
  },
  {
    hint: /\\x[0-9a-f]{2}/i,
    pattern: new RegExp(String.raw`(?:\\x[0-9a-f]{2}){12,${MANY}}`, "gi"),
    decode: (text) => fromNumbers(text, /[0-9a-f]{2}/gi, 16),
  },
  {
    hint: /\\u00[0-9a-f]{2}/i,
    pattern: new RegExp(String.raw`(?:\\u[0-9a-f]{4}){12,${MANY}}`, "gi"),
    decode: (text) => fromNumbers(text, /[0-9a-f]{4}/gi, 16),
  },
  {
    hint: /\b\d{2,3}[, ]{1,2}\d{2,3}[, ]{1,2}\d{2,3}\b/,
    pattern: new RegExp(
      String.raw`(?:\b(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])\b[, ]{1,2}){20,${MANY}}\d{2,3}`,
      "g",
    ),
    decode: (text) => fromNumbers(text, /\d+/g, 10),
  },
  {
    hint: /\b[a-z]0x|\b[0-9a-f]{2}(?: [0-9a-f]{2}){12}/i,
    pattern: new RegExp(String.raw`\b[0-9a-f]{2}(?:[ :][0-9a-f]{2}){19,${MANY}}\b`, "gi"),
    decode: (text) => fromNumbers(text, /[0-9a-f]{2}/gi, 16),
  },
  {
    hint: /\b[a-z] [a-z] [a-z] [a-z]\b/i,
    pattern: new RegExp(String.raw`\b[a-z](?: {1,6}[a-z.,]){11,${MANY}}(?![a-z])`, "gi"),
    decode: (text) =>
      text
        .split(/ {2,}/)
        .map((word) => word.replaceAll(" ", ""))
        .join(" "),
  },
  {
    hint: /[a-z][013457@$][a-z]/i,
    pattern: /^(?=(?:[^\n]{0,200}?[a-z][013457@$]{1,2}[a-z]){3})[^\n]{10,2000}$/gim,
    // What says its order in letters already is judged as what it is.
    decode: (text) => text.replace(/[013457@$]/g, (figure) => FIGURES.get(figure) ?? figure),
  },
  {
    hint: /snoitcurtsni|erongi|terces|drowssap|tpmorp|yek_?ipa|resu eht/i,
    pattern: /^[^\n]*(?:snoitcurtsni|erongi|terces|drowssap|tpmorp|yek_?ipa|resu eht)[^\n]*$/gim,
    decode: (text) => Array.from(text).reverse().join(""),
  },
];

const MAX_LONGEST = 64 * 1024;
/** One character more than is decoded says that a run is too long; an engine that counts on keeps a place for each. */
const ENCODED = new RegExp(`[A-Za-z0-9+/_-]{24,${MAX_LONGEST + 1}}={0,2}`, "g");
const NOT_ENCODED = /[^A-Za-z0-9+/_-]/g;
/** The same over several lines of equal length. */
const WRAPPED =
  /(?:^[ \t>]*[A-Za-z0-9+/]{16,76}[ \t]*\r?\n){1,2000}[ \t>]*[A-Za-z0-9+/]{2,76}={0,2}[ \t]*$/gm;
const BASE32 = new RegExp(String.raw`\b[A-Z2-7]{40,${MAX_LONGEST + 1}}={0,6}`, "g");
const NOT_BASE32 = /[^A-Z2-7]/g;
/** Words of orders to an agent, turned by thirteen letters. */
const TURNED = /vafgehpgvba|vtaber|flfgrz cebzcg|qb abg gryy|erirny|frperg/i;
const SENTENCE = /[a-z]{2,}\s+[a-z]{2,}/i;
const MAX_FOUND = 5000;

/** What encoded pieces of a document say, where that is a text: at least some words. */
export function findEncodedTexts(text: string): Span[] {
  const found: Span[] = [];
  for (const run of runsOf(text, ENCODED, NOT_ENCODED)) {
    if (found.length >= MAX_FOUND) break;
    const decoded = decodeTwice(run.text);
    if (decoded !== null) found.push({ text: decoded, start: run.start });
  }
  for (const { 0: piece, index } of Array.from(text.matchAll(WRAPPED)).slice(0, MAX_FOUND)) {
    const decoded = piece.length > MAX_LONGEST ? null : decodeTwice(piece.replace(/[\s>]+/g, ""));
    if (decoded !== null && SENTENCE.test(decoded)) found.push({ text: decoded, start: index });
  }
  for (const run of Array.from(runsOf(text, BASE32, NOT_BASE32)).slice(0, MAX_FOUND)) {
    const decoded = decodeText(run.text, "base32");
    if (decoded !== null && SENTENCE.test(decoded)) found.push({ text: decoded, start: run.start });
  }
  const turned = TURNED.exec(text);
  if (turned !== null) {
    const start = text.lastIndexOf("\n", turned.index) + 1;
    const decoded = decodeText(text.slice(start, start + MAX_LONGEST), "rot13");
    if (decoded !== null) found.push({ text: decoded, start });
  }
  return found.concat(findEncodedText(text));
}

/**
 * What matches `run`, a run of characters of one kind, without what is too long to be decoded; `end` finds a character
 * of another kind.
 */
function* runsOf(text: string, run: RegExp, end: RegExp): Generator<Span> {
  run.lastIndex = 0;
  for (let match = run.exec(text); match !== null; match = run.exec(text)) {
    if (match[0].length <= MAX_LONGEST) {
      const next = run.lastIndex;
      yield { text: match[0], start: match.index };
      run.lastIndex = next;
      continue;
    }
    end.lastIndex = match.index;
    run.lastIndex = end.exec(text)?.index ?? text.length;
  }
}

/** What says nothing once decoded may be encoded again. */
function decodeTwice(piece: string): string | null {
  const once = decodePiece(piece);
  if (once === null || SENTENCE.test(once)) return once;
  const twice = /^[\w+/=-]{24,}$/.test(once) ? decodePiece(once) : null;
  return twice !== null && SENTENCE.test(twice) ? twice : null;
}

/** Base64 whose last characters were left out is read all the same. */
function decodePiece(piece: string): string | null {
  const bare = piece.replace(/=+$/, "");
  const cut = bare.slice(0, bare.length - (bare.length % 4 === 1 ? 1 : 0));
  return findHiddenText(piece) ?? findHiddenText(cut.padEnd(Math.ceil(cut.length / 4) * 4, "="));
}

const READ_BYTES = 4 * 1024 * 1024;
const RUN = /[\t\x20-\x7e]{24,}/g;
const WIDE_RUN = /(?:[\t\x20-\x7e]\0){24,}|(?:\0[\t\x20-\x7e]){24,}/g;

/** Texts that stand readable in a file that is no text: comments of pictures, remarks of documents. */
export function findTextsInBinary(bytes: Uint8Array): string[] {
  const plain = Buffer.from(bytes.subarray(0, READ_BYTES)).toString("latin1");
  const wide = Array.from(plain.matchAll(WIDE_RUN), ([run]) => run.replaceAll("\0", ""));
  const runs = Array.from(plain.matchAll(RUN), ([run]) => run)
    .concat(wide)
    .filter((run) => SENTENCE.test(run));
  return runs.slice(0, MAX_FOUND).concat(inflateComments(bytes));
}

const PNG_HEAD = 8;

/** `zTXt` and `iTXt` of a PNG hold their text compressed. */
function inflateComments(bytes: Uint8Array): string[] {
  if (bytes[0] !== 0x89 || bytes[1] !== 0x50) return [];
  const found: string[] = [];
  const view = Buffer.from(bytes);
  for (let at = PNG_HEAD; at + 12 <= view.length && found.length < 20;) {
    const length = view.readUInt32BE(at);
    const type = view.toString("latin1", at + 4, at + 8);
    const data = view.subarray(at + 8, at + 8 + length);
    const packed = type === "zTXt" || type === "iTXt" ? data.indexOf(0x78) : -1;
    if (packed !== -1) found.push(inflate(data.subarray(packed)));
    at += 12 + length;
  }
  return found.filter((text) => SENTENCE.test(text));
}

function inflate(packed: Uint8Array): string {
  try {
    return inflateSync(packed, { maxOutputLength: MAX_LONGEST }).toString("utf8");
  } catch {
    return "";
  }
}
