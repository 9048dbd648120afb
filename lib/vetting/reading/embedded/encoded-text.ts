import { decodeEntities } from "@/lib/vetting/document-text/entities";
import { decodeText } from "../decode-text";
import type { Span } from "@/lib/vetting/syntax/markdown";

/**
 * Texts that are spelled otherwise than in letters, though no program is needed to read them: numbers, entities,
 * percent signs, letters apart, figures for letters, words turned round. A model reads them all.
 */
export function findEncodedText(text: string): Span[] {
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
