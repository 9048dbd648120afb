import { CHINESE } from "../picture/words/chinese";
import type { WordClass } from "../picture/words/classes";
import { ENGLISH } from "../picture/words/english";
import { KOREAN } from "../picture/words/korean";
import { readLexicon, readSigns } from "../picture/words/lexicon";

/** One line of a document, or a piece of a long one, with what is known of it; the offset counts in the text. */
export interface Passage {
  readonly text: string;
  readonly from: number;
  /**
   * Sorted, each once: stems, `<classes>` of words, pairs with `+`, and its shape. `new:` stands before what the rest
   * of the document does not speak of.
   */
  readonly features: readonly string[];
}

const readEnglish = readLexicon<WordClass>([ENGLISH]);
const readCjk = readSigns<WordClass>([CHINESE, KOREAN]);
const CJK_RUN = /[\u3400-\u9fff]+|[\uac00-\ud7af]+/g;
const WORD = /[a-z][a-z0-9]*(?:['’][a-z]+)?/g;
/** An address, a mailbox, a path below the home folder, a place of settings: what it is counts, not how it is called. */
const THINGS: readonly (readonly [string, RegExp])[] = [
  ["mailbox", /\b[\w.+-]{1,60}@(?:[\w-]{1,60}\.){1,4}[a-z]{2,20}\b/gi],
  ["address", /\bhttps?:\/\/[^\s"'`)<>|]{1,300}/gi],
  ["home", /(?:~|\$HOME|%USERPROFILE%)[/\\][\w./\\-]{0,80}/g],
  [
    "hidden-file",
    /(?<=[\s"'`(/])\.(?:env|ssh|aws|netrc|npmrc|bashrc|zshrc|profile|gitconfig|kube|gnupg)\b[\w./-]{0,60}/g,
  ],
  ["variable", /\$?\b[A-Z][A-Z0-9]{1,20}(?:_[A-Z0-9]{1,20}){1,4}\b/g],
  ["file", /\b[\w/-]{1,60}\.(?:py|sh|js|ts|json|md|txt|csv|ya?ml|toml|sql|html|docx|pptx|xlsx|pdf)\b/gi],
];
const STOPWORDS = new Set(
  "a an the of to in on for with by at from as is are be been it its this that these those or and if then so than into out up down over not no any each per via when where which who whom while do does did has have had will would can could may might shall should must s t there here".split(
    " ",
  ),
);
const MAX_PASSAGE = 400;
const MAX_PASSAGES = 10_000;
const MIN_LETTERS = 12;
/** A word that stands in one of so many lines is none that the document is about. */
const LINES_OF_A_HABIT = 40;

/** A passage before it is known what else the document says. */
interface Read {
  readonly text: string;
  readonly from: number;
  readonly stems: readonly string[];
  readonly classes: readonly string[];
  readonly shape: readonly string[];
}

/**
 * What a document says, line by line. `about` is the skill's name and description: their words are at home in it.
 * Linear in the text; pure.
 */
export function readPassages(text: string, about: string): Passage[] {
  const read = piecesOf(text).map(readPiece);
  const counts = new Map<string, number>();
  for (const { stems, classes } of read)
    for (const each of new Set([...stems, ...classes])) counts.set(each, (counts.get(each) ?? 0) + 1);
  const own = readPiece({ text: about, from: 0 });
  const home = new Set([...own.stems, ...own.classes]);
  const rare = Math.max(1, Math.floor(read.length / LINES_OF_A_HABIT));
  const isForeign = (name: string) => !home.has(name) && (counts.get(name) ?? 0) <= rare;
  return read.map(({ text: passage, from, stems, classes, shape }) => {
    const features = new Set(shape);
    for (const each of [...stems, ...classes]) {
      features.add(each);
      if (isForeign(each)) features.add(`new:${each}`);
    }
    pairs(stems, 3, (left, right) => features.add(`${left}+${right}`));
    const kinds = [...new Set(classes)].sort();
    pairs(kinds, kinds.length, (left, right) => {
      features.add(`${left}+${right}`);
      if (isForeign(left) || isForeign(right)) features.add(`new:${left}+${right}`);
    });
    const foreign = stems.filter(isForeign).length;
    features.add(`share:${stems.length === 0 ? 0 : Math.round((4 * foreign) / stems.length)}`);
    return { text: passage, from, features: [...features].sort() };
  });
}

function pairs(items: readonly string[], reach: number, note: (left: string, right: string) => void): void {
  for (const [at, left] of items.entries())
    for (const right of items.slice(at + 1, at + 1 + reach)) if (left !== right) note(left, right);
}

/** Lines that say something; settings at the head say what the skill is, headings and tables name things. */
function piecesOf(text: string): { text: string; from: number }[] {
  const settings = /^---\r?\n[^]{0,20000}?\n---/.exec(text)?.[0].length ?? 0;
  const pieces: { text: string; from: number }[] = [];
  let from = settings;
  for (const line of text.slice(settings).split("\n")) {
    if (pieces.length >= MAX_PASSAGES) break;
    if (!/^\s*[#|]/.test(line)) {
      for (const piece of line.length <= MAX_PASSAGE ? [{ text: line, at: 0 }] : sentencesWithin(line))
        if (
          (piece.text.match(/\p{L}/gu)?.length ?? 0) >= (/[\u3400-\ud7af]/.test(piece.text) ? 6 : MIN_LETTERS)
        )
          pieces.push({ text: piece.text, from: from + piece.at });
    }
    from += line.length + 1;
  }
  return pieces;
}

function sentencesWithin(line: string): { text: string; at: number }[] {
  const pieces: { text: string; at: number }[] = [];
  let at = 0;
  while (at < line.length) {
    const window = line.slice(at, at + MAX_PASSAGE);
    const cut =
      at + MAX_PASSAGE >= line.length ? -1 : Math.max(window.lastIndexOf(". "), window.lastIndexOf("。"));
    const length = cut > 40 ? cut + 1 : window.length;
    pieces.push({ text: line.slice(at, at + length), at });
    at += length;
  }
  return pieces;
}

function readPiece({ text, from }: { text: string; from: number }): Read {
  const shape: string[] = [];
  let plain = text;
  for (const [thing, pattern] of THINGS)
    plain = plain.replace(pattern, () => {
      shape.push(`has:${thing}`);
      return " ";
    });
  const lower = plain.toLowerCase();
  const words = (lower.match(WORD) ?? []).map((word) => word.replace(/['’]s$/, ""));
  const stems = words.filter((word) => word.length > 1 && !STOPWORDS.has(word)).map(stemOf);
  for (const run of lower.match(CJK_RUN) ?? [])
    for (let at = 0; at + 1 < run.length; at++) stems.push(run.slice(at, at + 2));
  const hits = readEnglish(lower).concat(/[\u3400-\ud7af]/.test(plain) ? readCjk(plain) : []);
  const classes = hits.map(({ is }) => `<${is}>`);
  if (words[0] !== undefined) shape.push(`first:${stemOf(words[0])}`);
  if (/^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(text)) shape.push("shape:item");
  if (/^\s*(?:[-*+]|\d{1,3}[.)])?\s*\*\*/.test(text)) shape.push("shape:bold-start");
  if (/\b(?:never|don['’]?t|do not|avoid)\b/i.test(text)) shape.push("shape:forbids");
  if (/[❌✅🚫]/u.test(text)) shape.push("shape:mark");
  if (/\[[^\]]+\]\(/.test(text)) shape.push("shape:link");
  if ((text.match(/`/g)?.length ?? 0) > 2) shape.push("shape:much-code");
  if (/[.。]\s*$/.test(text)) shape.push("shape:full-stop");
  if (text.trim().length < 50) shape.push("shape:short");
  return { text, from, stems: stems.slice(0, 120), classes, shape };
}

/** Equal for the usual forms of an English word; a made stem need not be a word. */
function stemOf(word: string): string {
  let stem = word;
  if (stem.length > 4) stem = stem.replace(/(?:ies|ied)$/, "y").replace(/(?:sses)$/, "ss");
  if (stem.length > 5) stem = stem.replace(/(?:ing|ed|ely|ly)$/, "");
  if (stem.length > 3) stem = stem.replace(/(?<!s|u|i)s$/, "");
  if (stem.length > 4) stem = stem.replace(/([bdgmnprt])\1$/, "$1").replace(/e$/, "");
  return stem;
}
