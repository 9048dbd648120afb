import fs from "node:fs";
import path from "node:path";
import { logger } from "@/lib/kernel/observability/logger";
import { stemWord } from "@/lib/search/words/stem";
import { STOP_WORDS } from "@/lib/search/words/lexicon/word-lists";
import type { Saying } from "@/lib/search/words/lexicon/sayings";

/**
 * CC-CEDICT (https://cc-cedict.org, CC BY-SA 4.0) in lines of a word, a tab and its meanings with "|" between them,
 * by the bytes of the word; `scripts/chinese-dictionary.ts` writes it.
 */
const FILE = "lib/search/words/lexicon/generated/chinese-english.tsv";
const LINE_END = 0x0a;

let lines: Buffer | undefined;

/**
 * What a word of simplified Chinese is in English, up to eight sayings; none for a word that the dictionary lacks. The
 * file is kept as it is, and searched by halves: a table of its words would cost a start seconds and much memory.
 */
export function englishSayings(word: string): Saying[] {
  lines ??= readLines();
  const wanted = Buffer.from(`${word}\t`);
  let [from, to] = [0, lines.length];
  while (from < to) {
    const start = lines.lastIndexOf(LINE_END, Math.max(((from + to) >>> 1) - 1, 0)) + 1;
    const found = lines.indexOf(LINE_END, start);
    const end = found < 0 ? lines.length : found;
    const order = lines.subarray(start, Math.min(start + wanted.length, end)).compare(wanted);
    if (order === 0) return toSayings(lines.toString("utf8", start + wanted.length, end));
    if (order < 0) from = end + 1;
    else to = start;
  }
  return [];
}

/** Without the file a search goes by the lexicons alone, which is better than none. */
function readLines(): Buffer {
  try {
    return fs.readFileSync(path.resolve(FILE));
  } catch (err) {
    logger.error(
      { err },
      `Chinese words are not translated: ${FILE} cannot be read; npm run setup writes it`,
    );
    return Buffer.alloc(0);
  }
}

function toSayings(meanings: string): Saying[] {
  return meanings
    .split("|")
    .map((meaning) =>
      meaning
        .split(" ")
        .filter((word) => !STOP_WORDS.has(word))
        .map(stemWord),
    )
    .filter((saying) => saying.length > 0);
}
