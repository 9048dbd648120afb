import { readContent } from "./package-digest";
import { readTextFile } from "./text-file";
import type { PackageFile } from "./types";

/** So many places has a sketch: of so many the share that two have in common is told well enough. */
const PLACES = 64;
/** Places of a band: of contents with three quarters in common two of three pairs share one of so many bands, or more. */
const BAND = 4;
/** Contents with so many places in common are nearly the same: three quarters. */
export const LEAST_ALIKE = 48;
/** Words that are taken together, so that their order counts. */
const SHINGLE = 3;
/** More is not read: a sketch takes steps for each word. */
const MAX_CHARACTERS = 256 * 1024;
const MAX_WORDS = 40_000;
/** Fewer different ones are too little to be told from others: a form that many fill in. */
const LEAST_SHINGLES = 40;

/** A content as numbers: nearly equal contents have most places in common, and a band (minhash). */
export interface ContentSketch {
  readonly contentSketch: number[];
  readonly contentBands: number[];
}

const NO_SKETCH: ContentSketch = { contentSketch: [], contentBands: [] };

/** Words without capitals, blanks and signs; a letter of a script without blanks is a word. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}_]+/gu;

/** The sketch of what `contentDigest` is made of: the texts of a package without its own name. Pure and bounded. */
export function sketchContent(files: readonly PackageFile[], name: string): ContentSketch {
  const content = readContent(files, name);
  if (content === null) return NO_SKETCH;
  const shingles = shinglesOf(listWords([content.body, ...textsOf(content.others)]));
  if (shingles.size < LEAST_SHINGLES) return NO_SKETCH;
  const least = new Uint32Array(PLACES).fill(0xff_ff_ff_ff);
  for (const shingle of shingles) {
    for (let place = 0; place < PLACES; place++) {
      const value = mix(shingle, place);
      if (value < (least[place] ?? 0)) least[place] = value;
    }
  }
  return { contentSketch: Array.from(least, toInt), contentBands: bandsOf(least) };
}

function* textsOf(files: readonly PackageFile[]): Generator<string> {
  for (const { bytes } of [...files].sort((left, right) => (left.path < right.path ? -1 : 1)))
    yield readTextFile(bytes) ?? "";
}

function listWords(texts: Iterable<string>): string[] {
  const words: string[] = [];
  let left = MAX_CHARACTERS;
  for (const text of texts) {
    const read = text.slice(0, left).toLowerCase();
    left -= read.length;
    for (const [word] of read.matchAll(WORD)) {
      if (words.length >= MAX_WORDS) return words;
      words.push(word);
    }
  }
  return words;
}

function shinglesOf(words: readonly string[]): Set<number> {
  const numbers = words.map(numberOf);
  const shingles = new Set<number>();
  for (let at = 0; at + SHINGLE <= numbers.length; at++) {
    let value = 0;
    for (let each = at; each < at + SHINGLE; each++) value = Math.imul(value, 31) + (numbers[each] ?? 0);
    shingles.add(value >>> 0);
  }
  return shingles;
}

/** A number for a word (FNV-1a). */
function numberOf(word: string): number {
  let value = 0x81_1c_9d_c5;
  for (let at = 0; at < word.length; at++) value = Math.imul(value ^ word.charCodeAt(at), 0x01_00_01_93);
  return value >>> 0;
}

/** Another order of all numbers for each place (the finish of MurmurHash3). */
function mix(value: number, place: number): number {
  let mixed = value ^ Math.imul(place + 1, 0x9e_37_79_b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85_eb_ca_6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function bandsOf(least: Uint32Array): number[] {
  const bands: number[] = [];
  for (let from = 0; from < least.length; from += BAND) {
    let value = from;
    for (const each of least.subarray(from, from + BAND)) value = mix(value ^ each, from);
    bands.push(toInt(value));
  }
  return bands;
}

/** As a column of 32 bits holds it. */
const toInt = (value: number) => value | 0;
