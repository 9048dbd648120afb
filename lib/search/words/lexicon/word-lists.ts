import fs from "node:fs";
import path from "node:path";

const FOLDER = "lib/search/words/lexicon";

/** The cells of each line of a table of this folder. Lines that are empty, or begin with "#", are for people. */
export function readTable(name: string): string[][] {
  return fs
    .readFileSync(path.resolve(FOLDER, name), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"));
}

const ROWS = readTable("words.tsv");

function linesOf(kind: string): string[][] {
  return ROWS.filter((row) => row[0] === kind).map(([, words = ""]) => words.split(" "));
}

/** Words that ask for nothing, of all languages. */
export const STOP_WORDS: ReadonlySet<string> = new Set(linesOf("stop").flat());

/** What everything here is called. */
export const MARKET_WORDS: ReadonlySet<string> = new Set(linesOf("market").flat());

/** Stem by irregular form. */
export const IRREGULAR_STEMS: ReadonlyMap<string, string> = new Map(
  linesOf("irregular").flatMap(([stem = "", ...forms]) => forms.map((form) => [form, stem] as const)),
);

/** Words that end like a form of another, and are none. */
export const WHOLE_WORDS: ReadonlySet<string> = new Set(linesOf("whole").flat());

/** What is another word without its last "e". */
export const OTHER_WITHOUT_E: ReadonlySet<string> = new Set(linesOf("other-without-e").flat());

/** What is written onto a Korean word behind it, longest first. */
export const KOREAN_ENDINGS: readonly string[] = linesOf("korean-ending")
  .flat()
  .sort((a, b) => b.length - a.length);
